import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiRequest, RequestOptions } from '../../api-call.ts';
import type { Upload } from '../../types/attachment.ts';
import { readBody } from '../limits/body.ts';
import { readWhole } from '../read-answer.ts';
import type { ResourceCall, Send } from '../send.ts';
import { mediaTypeOf } from './media-types.ts';
import { ProgressFile } from './progress-file.ts';
import { readSource } from './read-source.ts';

/** Where a file goes, and what goes with it. */
export interface UploadCall extends Pick<ResourceCall, 'segments' | 'query'> {
  /** Further fields of the form: texts as they are, all else as JSON. `undefined` is left out. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/**
 * Sends a file as the field `source` of a form. It is read once, as a whole, within the time of the first attempt, so that another attempt can
 * send it from its beginning. Source: Part B, "Messages" (`images`) and "Attachments".
 */
export function sendUpload<Answer>(
  send: Send,
  upload: Upload,
  prepare: () => UploadCall,
  options: RequestOptions | undefined,
): ApiRequest<Answer> {
  let content: Promise<Blob> | undefined;
  return send(
    () => {
      readBody(upload, 'upload');
      const { fields = {}, ...where } = prepare();
      const make = async () => {
        content ??= readSource(upload.source, options?.signal);
        return makeForm(fields, toFile(upload, await content));
      };
      return { method: 'POST', ...where, form: { make, repeatable: true } };
    },
    readWhole<Answer>,
    options,
  );
}

function makeForm(fields: Readonly<Record<string, unknown>>, source: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.append('source', source);
  return form;
}

function toFile({ source, fileName, contentType, onProgress }: Upload, content: Blob): File {
  const name = fileName ?? nameOf(source);
  const type = contentType ?? (content.type || mediaTypeOf(name));
  if (onProgress === undefined) return new File([content], name, { type });
  return new ProgressFile(content, name, type, onProgress);
}

/** The name of a File, of the file that a stream reads, or of a path. */
function nameOf(source: Upload['source']): string {
  if (source instanceof File && source.name !== '') return source.name;
  const path = 'path' in source ? source.path : undefined;
  if (path instanceof URL) return basename(fileURLToPath(path));
  return typeof path === 'string' && basename(path) !== '' ? basename(path) : 'file';
}
