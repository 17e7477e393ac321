/** Types of the files that channels carry, by the ending of the name. */
const mediaTypes: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  amr: 'audio/amr',
  bmp: 'image/bmp',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  heic: 'image/heic',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  m4a: 'audio/mp4',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  vcf: 'text/vcard',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  zip: 'application/zip',
};

/** The MIME type by the ending of a URL or of a file's name; `undefined` when it does not tell. Source: Part B, "Item": resolved from `mediaUrl`. */
export function mediaTypeOf(urlOrName: string): string | undefined {
  const path = URL.canParse(urlOrName) ? new URL(urlOrName).pathname : urlOrName;
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(mediaTypes, ending) ? mediaTypes[ending] : undefined;
}
