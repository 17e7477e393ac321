import { storeAttachment } from '../attachments/index.ts';
import type { AppRecord, World } from '../world/index.ts';
import { ControlError } from './control-error.ts';
import { type Fields, readText } from './read-body.ts';

/** Keeps a file that a person sends: `fileName`, `mediaType` and `base64`. Gives its `mediaUrl`. Throws a `ControlError`. */
export function storeFile(
  world: World,
  app: AppRecord,
  body: Fields,
): { mediaUrl: string; mediaType: string } {
  const fileName = readText(body, 'fileName');
  const mediaType = readText(body, 'mediaType');
  const base64 = readText(body, 'base64');
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(mediaType))
    throw new ControlError(400, 'mediaType must be one such as image/png.');
  const bytes = Buffer.from(base64, 'base64');
  const { uploadBytes } = world.settings.limits;
  if (bytes.length > uploadBytes) throw new ControlError(413, `The file has more than ${uploadBytes} bytes.`);
  return storeAttachment(world, app, { bytes, mediaType, fileName });
}
