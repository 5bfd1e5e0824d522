import { kiswahili } from '../../contract/kiswahili.ts'
import { fill, locales, pathIn } from '../../contract/languages.ts'
import { translateMessage } from '../../contract/translate.ts'
import type { Speech } from './language.tsx'

/** Brings the dictionary along: only the layout of the Kiswahili pages imports this. */
export const inKiswahili: Speech = {
  language: 'sw',
  locale: locales.sw,
  t: (sentence, values) => (values ? fill(kiswahili[sentence], values) : kiswahili[sentence]),
  message: (sentence) => translateMessage('sw', sentence),
  localPath: (path) => pathIn('sw', path),
}
