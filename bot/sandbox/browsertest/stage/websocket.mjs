// The part of RFC 6455 that the stage needs: text frames to the client, and detecting its end.

import { createHash } from 'node:crypto';

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

// accept answers an upgrade request and returns {send(text), close()}; onClose is called once.
export function accept(request, socket, onClose) {
  const key = createHash('sha1')
    .update(request.headers['sec-websocket-key'] + MAGIC)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
  );
  socket.on('data', (chunk) => {
    if ((chunk[0] & 0x0f) === 8) socket.end();
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', onClose);
  return {
    send: (text) => {
      if (socket.writable) socket.write(frame(Buffer.from(text)));
    },
    close: () => socket.destroy(),
  };
}

function frame(payload) {
  const n = payload.length;
  if (n < 126) return Buffer.concat([Buffer.from([0x81, n]), payload]);
  if (n < 65536) return Buffer.concat([Buffer.from([0x81, 126, n >> 8, n & 255]), payload]);
  const head = Buffer.alloc(10);
  head[0] = 0x81;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(n), 2);
  return Buffer.concat([head, payload]);
}
