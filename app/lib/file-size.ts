/** Size of a file in words, such as '410 KB' or '1.2 MB'. MB is 1,000,000 bytes. */
export function sizeText(bytes: number) {
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1000))} KB`
  return `${(bytes / 1_000_000).toFixed(1).replace('.0', '')} MB`
}
