import type { BusinessProfile } from '../../types/integration.ts';
import { readBody } from './body.ts';
import { readCounted } from './count.ts';
import { readText } from './text.ts';

/** From and to how many characters. Source: Part B, "Integrations". */
const lengths = {
  about: [0, 139],
  address: [1, 256],
  description: [1, 256],
  email: [1, 128],
  vertical: [1, 128],
} as const;

/** `profile` when its texts are within the limits. Source: Part B, "Integrations". */
export function readBusinessProfile(profile: BusinessProfile): BusinessProfile {
  readBody(profile, 'profile');
  for (const [field, [least, most]] of Object.entries(lengths)) {
    const value = profile[field as keyof typeof lengths];
    if (value !== undefined) readText(value, field, least, most);
  }
  if (profile.websites !== undefined) {
    readCounted(profile.websites, 'websites', 0, 2).forEach((website, index) => {
      readText(website, `websites[${index}]`, 0, 256);
    });
  }
  return profile;
}
