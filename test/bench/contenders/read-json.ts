import type { IncomingMessage } from 'node:http';

/** Reads a body and parses it, and does no more: no limit, no check, no deadline. For the ceilings alone. */
export function readJson(request: IncomingMessage, onValue: (value: unknown) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    onValue(JSON.parse(bytes.toString()));
  });
}
