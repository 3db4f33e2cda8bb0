package discord

import "fmt"

// Types of interaction responses, by Discord's numbers.
const (
	respondMessage     = 4
	respondDeferred    = 5
	respondDeferUpdate = 6
	respondUpdate      = 7
	respondChoices     = 8
)

type wireResponse struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

type wireChoices struct {
	Choices []wireChoice `json:"choices"`
}

type wireChoice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value any               `json:"value"`
}

// wireAnswer returns Discord's form of r, and the files that go with it.
func wireAnswer(r Response) (wireResponse, []File, error) {
	set := 0
	for _, is := range []bool{r.Message != nil, r.Deferred != nil, r.Update != nil, r.DeferUpdate, r.Choices != nil} {
		if is {
			set++
		}
	}
	if set != 1 {
		return wireResponse{}, nil, fmt.Errorf("a response sets one field, not %d", set)
	}
	switch {
	case r.Message != nil:
		m := *r.Message
		m.Nonce = "" // Discord takes only one response anyway
		return wireResponse{respondMessage, newMessage(m)}, m.Files, nil
	case r.Deferred != nil:
		w := wireResponse{Type: respondDeferred}
		if r.Deferred.Ephemeral {
			w.Data = map[string]int{"flags": flagEphemeral}
		}
		return w, nil, nil
	case r.Update != nil:
		w := wholeMessage(*r.Update)
		if r.Update.KeepFiles {
			w.Attachments = nil
		}
		return wireResponse{respondUpdate, w}, r.Update.Files, nil
	case r.DeferUpdate:
		return wireResponse{Type: respondDeferUpdate}, nil, nil
	}
	return wireResponse{respondChoices, wireChoices{suggestions(r.Choices)}}, nil, nil
}

// suggestions keeps what Discord takes: one choice too many, or an empty name, and it shows none of them.
func suggestions(choices []Choice) []wireChoice {
	out := make([]wireChoice, 0, min(len(choices), maxChoices))
	for _, c := range choices {
		// A value cannot be cut: it would mean something else.
		if len(out) == maxChoices || c.Name == "" || Fit(c.Value, maxOptionText) != c.Value {
			continue
		}
		out = append(out, wireChoice{Name: Fit(c.Name, maxOptionText), Value: c.Value})
	}
	return out
}
