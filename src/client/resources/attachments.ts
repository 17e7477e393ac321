import type { ApiRequest, RequestOptions } from '../api-call.ts';
import type { Attachment, NewAttachment } from '../types/attachment.ts';
import { readBody } from './limits/body.ts';
import { readText } from './limits/text.ts';
import { readNothing } from './read-answer.ts';
import type { Send } from './send.ts';
import { sendUpload } from './upload/send-upload.ts';

/** Files that the service hosts. Source: Part B, "Attachments". */
export interface Attachments {
  /** Uploads a file of at most 25 MB. It stays until it is removed; with `for: 'message'` it goes with the message or the user. */
  upload(body: NewAttachment, options?: RequestOptions): ApiRequest<Attachment>;
  /** Deletes the file at a URL that an upload gave. */
  remove(body: Pick<Attachment, 'mediaUrl'>, options?: RequestOptions): ApiRequest<void>;
}

/** Makes `client.attachments`. */
export function createAttachments(send: Send): Attachments {
  return {
    upload: (body, options) =>
      sendUpload<Attachment>(
        send,
        body,
        () => {
          const { access = 'public', for: use, appUserId, userId } = body;
          return { segments: ['attachments'], query: { access, for: use, appUserId, userId } };
        },
        options,
      ),
    remove: (body, options) =>
      send(
        () => {
          const { mediaUrl } = readBody(body, 'attachment');
          return {
            method: 'POST',
            segments: ['attachments', 'remove'],
            json: { mediaUrl: readText(mediaUrl, 'mediaUrl') },
          };
        },
        readNothing,
        options,
      ),
  };
}
