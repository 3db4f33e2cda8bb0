// One WebSocket per person, reopened with growing pauses when it is lost.

const FIRST_PAUSE = 400; // ms
const LONGEST_PAUSE = 8000; // ms

// connect keeps a person's live view open. onFrame gets each parsed frame, onStatus whether the
// connection is open. It returns {close, retry}: close ends the view, retry tries at once.
export function connect(person, onFrame, onStatus) {
  let socket;
  let pause = FIRST_PAUSE;
  let timer = 0;
  let over = false;

  function open() {
    clearTimeout(timer);
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const mine = new WebSocket(
      `${scheme}//${location.host}/page/live?as=${encodeURIComponent(person)}`,
    );
    socket = mine;
    mine.addEventListener('message', (event) => {
      let frame;
      try {
        frame = JSON.parse(event.data);
      } catch {
        return;
      }
      if (frame.t === 'snapshot') {
        pause = FIRST_PAUSE;
        onStatus(true);
      }
      onFrame(frame);
    });
    mine.addEventListener('close', () => {
      if (over || socket !== mine) return;
      onStatus(false);
      // The random part spreads the connections of all people.
      timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    });
  }

  open();
  return {
    close() {
      over = true;
      clearTimeout(timer);
      socket.close();
    },
    retry() {
      if (over || socket.readyState <= WebSocket.OPEN) return;
      pause = FIRST_PAUSE;
      open();
    },
  };
}
