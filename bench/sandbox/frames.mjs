// Frames without any check: four bytes of length, then that many.
const HEADER_BYTES = 4;

/** A frame with this text. */
export function frameOf(text) {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + Buffer.byteLength(text));
  frame.writeUInt32LE(frame.length - HEADER_BYTES, 0);
  frame.write(text, HEADER_BYTES);
  return frame;
}

export function textOf(frame) {
  return frame.toString('utf8', HEADER_BYTES);
}

/** Takes chunks and hands each frame on when it is whole. There is never more than one on its way. */
export function frames(onFrame) {
  let chunks = [];
  let missing = 0;
  return (chunk) => {
    // A header is never cut in two: it is written together with what follows.
    if (chunks.length === 0) missing = HEADER_BYTES + chunk.readUInt32LE(0);
    chunks.push(chunk);
    missing -= chunk.length;
    if (missing > 0) return;
    const frame = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    chunks = [];
    onFrame(frame);
  };
}
