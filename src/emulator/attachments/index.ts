export { mediaTypeOf } from './media-types.ts';
export { attachmentRoutes } from './routes.ts';
export {
  findAttachment,
  removeAttachment,
  removeAttachmentsOf,
  removeMediaOf,
  serveAttachment,
  storeAttachment,
} from './store.ts';
export { readUpload, type UploadedFile } from './upload.ts';
