import type { UploadProgress } from '../../types/attachment.ts';

/** Bytes that are handed on at once. */
const stepBytes = 65_536;

/** A file that tells how much of it was read, which is when it is sent. */
export class ProgressFile extends File {
  readonly #onProgress: (progress: UploadProgress) => void;

  constructor(content: Blob, name: string, type: string, onProgress: (progress: UploadProgress) => void) {
    super([content], name, { type });
    this.#onProgress = onProgress;
  }

  /** What the built-in fetch reads a file of a form by. In steps of our own, since that of the base gives all bytes of a buffer at once. */
  override stream(): ReturnType<File['stream']> {
    const totalBytes = this.size;
    let sentBytes = 0;
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull: async (controller) => {
          const step = await this.slice(sentBytes, sentBytes + stepBytes).arrayBuffer();
          if (step.byteLength === 0) return controller.close();
          sentBytes += step.byteLength;
          controller.enqueue(new Uint8Array(step));
          this.#tell({ sentBytes, totalBytes });
        },
      },
      // Nothing ahead of what the connection asks for.
      { highWaterMark: 0 },
    );
  }

  #tell(progress: UploadProgress): void {
    try {
      this.#onProgress(progress);
    } catch {
      // To look on must not end the upload.
    }
  }
}
