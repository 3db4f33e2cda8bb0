// What the page itself says, in the language of the person who is being played. The bot's texts come from the bot.

const EN = {
  people: 'Who you are', person: (n, i) => `Be ${n}${i <= 9 ? ` (Alt+${i})` : ''}`, mentions: (n) => `${n} ${n === 1 ? 'mention' : 'mentions'}`,
  unread: (n) => `${n} unread`, addPerson: 'Add a person', name: 'Name', add: 'Add', cancel: 'Cancel', close: 'Close', done: 'Done',
  settingsOf: (n) => `Settings of ${n}`, dmsOpen: 'Receives direct messages', dmsHint: 'When off, the bot cannot write to this person.',
  language: 'Language', help: 'What is this?',
  helpText: 'This is a make-believe chat server on your own computer: be several people at once with the names at the top (Alt+1 to Alt+9), and play with the bot as they would. Try ',
  helpTail: ' in the box below.', channels: 'Channels', direct: 'Direct messages', openList: 'Show the channels', thread: 'thread', archived: 'archived', locked: 'locked',
  messageTo: (n) => `Message ${n} or type /`, send: 'Send', empty: 'Nothing has been said here yet.', noChannel: 'Choose a channel.', log: (n) => `Messages in ${n}`,
  bot: 'bot', edited: 'edited', onlyYou: 'Only you can see this', dismiss: 'Dismiss', thinking: (n) => `${n} is thinking…`, used: 'used',
  sending: 'Sending…', noAnswer: 'The application did not respond', newHere: 'New', jump: 'To the newest message', fresh: (n) => `${n} new`, earlier: 'Show earlier messages',
  remove: 'Delete', removeMessage: 'Delete this message', removeChannel: (n) => `Delete ${n}`, sureRemove: (n) => `Delete ${n}? This breaks things on purpose: the bot has to cope.`,
  alt: 'Alt', altText: 'Description of the picture', openImage: 'Open the picture', image: 'Picture', zoomIn: 'Closer', zoomOut: 'Further away', fit: 'Whole picture',
  hidden: 'Hidden text, press to show', hiddenImage: 'Hidden picture, press to show', file: 'File', lost: 'Connection lost. Trying again…', back: 'Connected again.',
  startedThread: 'started a thread', pinned: 'pinned a message', replyTo: 'in answer to', choose: 'Choose', chosen: (n) => `${n} chosen`, between: (a, b) => (a === b ? `Choose ${a}` : `Choose ${a} to ${b}`), filter: 'Search', nothing: 'Nothing fits.',
  commands: 'Commands', options: 'Options', optional: (n) => `+${n} optional`, required: 'needed', enterSends: 'Enter sends', needed: (n) => `${n} is needed`, notOffered: (n) => `${n}: choose one of the list`,
  notNumber: (n) => `${n} must be a number`, notWhole: (n) => `${n} must be a whole number`, tooSmall: (n, v) => `${n} must be at least ${v}`, tooBig: (n, v) => `${n} must be at most ${v}`,
  tooShort: (n, v) => `${n} needs at least ${v} characters`, tooLong: (n, v) => `${n} takes at most ${v} characters`, notSupported: (n) => `${n}: files cannot be sent from here`, yes: 'Yes', no: 'No', searching: 'Asking…', submit: 'Submit', unknownUser: 'somebody', unknownChannel: 'unknown-channel', leaveCommand: 'Leave the command', removeOption: (n) => `Take ${n} away`,
  offline: 'The server cannot be reached.', nobody: 'Nobody is here yet. Add a person to begin.', unknownCommand: 'There is no such command here.', left: (n) => `${n} left`, everyone: 'everyone',
};

const PL = {
  people: 'Kim jesteś', person: (n, i) => `Bądź ${n}${i <= 9 ? ` (Alt+${i})` : ''}`, mentions: (n) => `wzmianki: ${n}`,
  unread: (n) => `nieprzeczytane: ${n}`, addPerson: 'Dodaj osobę', name: 'Imię', add: 'Dodaj', cancel: 'Anuluj', close: 'Zamknij', done: 'Gotowe',
  settingsOf: (n) => `Ustawienia: ${n}`, dmsOpen: 'Przyjmuje prywatne wiadomości', dmsHint: 'Gdy wyłączone, bot nie może napisać do tej osoby.',
  language: 'Język', help: 'Co to jest?',
  helpText: 'To udawany serwer czatu na Twoim komputerze: bądź kilkoma osobami naraz, wybierając imiona u góry (Alt+1 do Alt+9), i graj z botem tak, jak one by grały. Spróbuj ',
  helpTail: ' w polu na dole.', channels: 'Kanały', direct: 'Prywatne wiadomości', openList: 'Pokaż kanały', thread: 'wątek', archived: 'zarchiwizowany', locked: 'zamknięty',
  messageTo: (n) => `Napisz do ${n} albo wpisz /`, send: 'Wyślij', empty: 'Nikt tu jeszcze nic nie napisał.', noChannel: 'Wybierz kanał.', log: (n) => `Wiadomości w ${n}`,
  bot: 'bot', edited: 'edytowano', onlyYou: 'Tylko Ty to widzisz', dismiss: 'Schowaj', thinking: (n) => `${n} myśli…`, used: 'używa',
  sending: 'Wysyłam…', noAnswer: 'Aplikacja nie odpowiedziała', newHere: 'Nowe', jump: 'Do najnowszej wiadomości', fresh: (n) => `nowe: ${n}`, earlier: 'Pokaż wcześniejsze wiadomości',
  remove: 'Usuń', removeMessage: 'Usuń tę wiadomość', removeChannel: (n) => `Usuń ${n}`, sureRemove: (n) => `Usunąć ${n}? To celowe psucie: bot musi sobie poradzić.`,
  alt: 'Opis', altText: 'Opis obrazka', openImage: 'Otwórz obrazek', image: 'Obrazek', zoomIn: 'Bliżej', zoomOut: 'Dalej', fit: 'Cały obrazek',
  hidden: 'Ukryty tekst, naciśnij, aby pokazać', hiddenImage: 'Ukryty obrazek, naciśnij, aby pokazać', file: 'Plik', lost: 'Brak połączenia. Próbuję ponownie…', back: 'Połączono ponownie.',
  startedThread: 'zakłada wątek', pinned: 'przypina wiadomość', replyTo: 'w odpowiedzi na', choose: 'Wybierz', chosen: (n) => `wybrano: ${n}`, between: (a, b) => (a === b ? `Wybierz ${a}` : `Wybierz od ${a} do ${b}`), filter: 'Szukaj', nothing: 'Nic nie pasuje.',
  commands: 'Polecenia', options: 'Opcje', optional: (n) => `+${n} opcjonalne`, required: 'wymagane', enterSends: 'Enter wysyła', needed: (n) => `Brakuje: ${n}`, notOffered: (n) => `${n}: wybierz z listy`,
  notNumber: (n) => `${n}: potrzebna liczba`, notWhole: (n) => `${n}: potrzebna liczba całkowita`, tooSmall: (n, v) => `${n}: co najmniej ${v}`, tooBig: (n, v) => `${n}: najwyżej ${v}`,
  tooShort: (n, v) => `${n}: co najmniej tyle znaków: ${v}`, tooLong: (n, v) => `${n}: najwyżej tyle znaków: ${v}`, notSupported: (n) => `${n}: stąd nie można wysyłać plików`, yes: 'Tak', no: 'Nie', searching: 'Pytam…', submit: 'Wyślij', unknownUser: 'ktoś', unknownChannel: 'nieznany-kanał', leaveCommand: 'Porzuć polecenie', removeOption: (n) => `Usuń opcję ${n}`,
  offline: 'Serwer jest nieosiągalny.', nobody: 'Nikogo tu jeszcze nie ma. Dodaj osobę, aby zacząć.', unknownCommand: 'Nie ma tu takiego polecenia.', left: (n) => `zostało ${n}`, everyone: 'wszyscy',
};

// words gives the page's texts for a Discord locale; every locale but Polish reads English.
export function words(locale) {
  return String(locale ?? '').startsWith('pl') ? PL : EN;
}

// language is the tag for Intl and the lang attribute.
export function language(locale) {
  return String(locale ?? '').startsWith('pl') ? 'pl' : 'en-GB';
}

// localized reads a Discord name_localizations or description_localizations map.
export function localized(map, locale, fallback) {
  return map?.[locale] ?? (String(locale).startsWith('en') ? map?.['en-US'] ?? map?.['en-GB'] : undefined) ?? fallback;
}
