import { sizeText } from '../lib/file-size.ts'
import type { I18n } from '../lib/language.tsx'

export function fileText({ name, size }: { name: string; size: number }, t: I18n['t']) {
  return t('File: {name}, {size}', { name, size: sizeText(size) })
}
