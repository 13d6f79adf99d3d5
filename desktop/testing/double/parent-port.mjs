// What a utility process of Electron has, on Node's own channel to the process that started it: messages wait for the
// first listener.
import { EventEmitter } from 'node:events';

const port = new EventEmitter();
/** As Electron's, it says nothing of a parent that has ended. */
function postMessage(message) {
  if (process.connected) process.send(message, () => undefined);
}

process.parentPort = Object.assign(port, { postMessage });
port.once('newListener', () => {
  process.on('message', (data) => port.emit('message', { data }));
});
