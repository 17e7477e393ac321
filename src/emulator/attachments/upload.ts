import { ApiError } from '../world/index.ts';
import { mediaTypeOf } from './media-types.ts';

/** A file as it was uploaded. */
export interface UploadedFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly fileName: string;
}

/** The file in the field `source` of a form, of the type that its part states, else by its ending. Rejects with `bad_request`. Source: Part B, "Attachments". */
export async function readUpload(form: FormData | undefined): Promise<UploadedFile> {
  const source = form?.get('source');
  if (!(source instanceof File)) throw new ApiError('bad_request', 'source: a file is required');
  const stated = source.type === 'application/octet-stream' ? '' : source.type;
  return {
    bytes: new Uint8Array(await source.arrayBuffer()),
    mediaType: stated || (mediaTypeOf(source.name) ?? 'application/octet-stream'),
    fileName: source.name,
  };
}
