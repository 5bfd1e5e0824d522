import { inKiswahili } from '../../lib/kiswahili.ts'

/** Sets the language of the Kiswahili routes. English pages never load this file. */
export const handle = { i18n: inKiswahili }

export { default, loader } from './layout.tsx'
