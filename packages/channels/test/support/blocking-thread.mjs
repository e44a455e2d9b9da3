import { BroadcastChannel, parentPort } from 'node:worker_threads';

// Parses nothing: it responds to each payload at once, or when its subject is posted to the channel. After a payload with
// the subject "last", the thread ends.
const ends = new BroadcastChannel('end of parsing');
let bytes = Buffer.alloc(0);

parentPort.on('message', ({ chunks, headOnlyAfter }) => {
  if (chunks) {
    bytes = Buffer.concat([bytes, ...chunks]);
    return;
  }
  const { subject = '' } = JSON.parse(bytes.toString());
  bytes = Buffer.alloc(0);
  const respond = () => parentPort.postMessage({ items: [], incomplete: headOnlyAfter });
  if (subject === 'last') setImmediate(() => process.exit());
  if (!subject.startsWith('blocking') || headOnlyAfter) return respond();
  ends.onmessage = ({ data }) => {
    if (data === subject) respond();
  };
});
