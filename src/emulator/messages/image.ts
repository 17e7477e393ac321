import { readUpload, type UploadedFile } from '../attachments/index.ts';
import { ApiError } from '../world/index.ts';

/** Fields of a message that are no texts: in a form they are sent as JSON. */
const jsonFields = new Set(['actions', 'destination', 'metadata', 'quotedMessage', 'subroles']);

/**
 * The image of a multipart call, and the fields of the message. Rejects with `bad_request` without an image, and `not_an_image` when the file is none.
 * Source: Part B, "Messages", `images`.
 */
export async function readImage(
  form: FormData | undefined,
): Promise<{ file: UploadedFile; fields: Record<string, unknown> }> {
  const file = await readUpload(form);
  if (!file.mediaType.startsWith('image/'))
    throw new ApiError('not_an_image', `source: ${file.mediaType} is no image`);
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form?.entries() ?? [])
    if (typeof value === 'string') fields[name] = jsonFields.has(name) ? parseField(name, value) : value;
  return { file, fields };
}

function parseField(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new ApiError('bad_request', `${name}: not valid JSON`);
  }
}
