/** Where the bytes come from. A stream is read once, into memory, up to the limit; so a failed attempt can be made again. */
export type UploadSource =
  | Uint8Array
  | ArrayBuffer
  | Blob
  | AsyncIterable<Uint8Array | string>
  | ReadableStream<Uint8Array>
  | { readonly path: string | URL };

/** How far an attempt to upload is. */
export interface UploadProgress {
  /** Bytes of the file handed to the connection, which may still hold some of them. */
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** A file and how it is sent. */
export interface Upload {
  /** A Buffer, Uint8Array, ArrayBuffer, Blob or File, a stream of Node or the web, or the path of a file. At most 25 MB. */
  readonly source: UploadSource;
  /** Default: the name of the File or path, else `file`. */
  readonly fileName?: string;
  /** Default: that of the Blob, else by the ending of the name, else `application/octet-stream`. */
  readonly contentType?: string;
  /** Called as the bytes go out, from the beginning again in each attempt. What it throws is passed over. Works with the built-in fetch. */
  readonly onProgress?: (progress: UploadProgress) => void;
}

/** A file to upload. Source: Part B, "Attachments". */
export interface NewAttachment extends Upload {
  /** Default: `public`, the only value. */
  readonly access?: 'public';
  /** The file is deleted with the message or the user. Default: it stays. */
  readonly for?: 'message';
  /** Whose the file is: `_id` of the user. */
  readonly appUserId?: string;
  /** Whose the file is: `userId` of the user. */
  readonly userId?: string;
}

/** An uploaded file. Source: Part B, "Attachment". */
export interface Attachment {
  readonly mediaUrl: string;
  readonly mediaType: string;
}
