package render

// nordicRemarks mark Murmansk-Lieksa, where four cards of any kind stand for one of its colour (N7).
var nordicRemarks = map[string]Remark{
	"lieksa--murmansk": {Length: 9, Sign: "4:1", Text: "render.four-for-one"},
}
