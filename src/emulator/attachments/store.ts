import type { Message } from '../../events/index.ts';
import type { AppRecord, AttachmentRecord, UserRecord, World } from '../world/index.ts';
import type { UploadedFile } from './upload.ts';

/** A file to store. */
interface NewAttachment extends UploadedFile {
  /** Whose file it is. */
  readonly user?: UserRecord | undefined;
  /** It goes with the message that shows it, and with its user. Default: false. */
  readonly forMessage?: boolean;
}

/** Stores a file. Source of the form of the URL: seen on the wire, and the service's public documentation. */
export function storeAttachment(
  world: World,
  app: AppRecord,
  { bytes, mediaType, fileName, user, forMessage = false }: NewAttachment,
): { mediaUrl: string; mediaType: string } {
  const conversation = forMessage ? user?.conversation : undefined;
  const folder = conversation === undefined ? `apps/${app._id}` : `conversations/${conversation._id}`;
  const path = `${folder}/${world.ids.base64url(24)}/${toSafeName(fileName)}`;
  const userId = forMessage ? user?._id : undefined;
  world.state.attachments.set(path, { appId: app._id, mediaType, bytes, userId, forMessage });
  return { mediaUrl: `${mediaRoot(world)}${path}`, mediaType };
}

/** The stored file at `mediaUrl`; `undefined` when we do not host it. */
export function findAttachment(world: World, mediaUrl: string): AttachmentRecord | undefined {
  const path = toPath(world, mediaUrl);
  return path === undefined ? undefined : world.state.attachments.get(path);
}

/** The stored file at a path below the media root, such as `apps/…/dot.gif`. */
export function serveAttachment(
  world: World,
  path: string,
): { bytes: Uint8Array; mediaType: string } | undefined {
  return world.state.attachments.get(path);
}

/** Removes the file at `mediaUrl`. False when there is none of ours. */
export function removeAttachment(world: World, mediaUrl: string): boolean {
  const path = toPath(world, mediaUrl);
  return path !== undefined && world.state.attachments.delete(path);
}

/** Removes the files that `messages` show, if they were uploaded for messages. Source: Part B, "Attachments". */
export function removeMediaOf(world: World, messages: readonly Message[]): void {
  for (const message of messages) {
    const own = 'mediaUrl' in message ? [message.mediaUrl] : [];
    for (const mediaUrl of [...own, ...(message.items ?? []).map((item) => item.mediaUrl)])
      if (mediaUrl !== undefined && findAttachment(world, mediaUrl)?.forMessage === true)
        removeAttachment(world, mediaUrl);
  }
}

/** Removes the files that go with `user`: those uploaded for messages in its name, and those that its messages show. Source: Part B, "Attachments". */
export function removeAttachmentsOf(world: World, app: AppRecord, user: UserRecord): void {
  for (const [path, { appId, userId }] of world.state.attachments)
    if (appId === app._id && userId === user._id) world.state.attachments.delete(path);
  removeMediaOf(world, user.conversation?.messages ?? []);
}

function toPath(world: World, mediaUrl: string): string | undefined {
  const root = mediaRoot(world);
  return mediaUrl.startsWith(root) ? mediaUrl.slice(root.length) : undefined;
}

function mediaRoot(world: World): string {
  return `${world.publicUrl}/media/`;
}

/** A name that is the same in a URL and in a path. */
function toSafeName(fileName: string): string {
  const name = fileName.replace(/[^\w.-]/g, '_').slice(-100);
  return /^\.*$/.test(name) ? 'file' : name;
}
