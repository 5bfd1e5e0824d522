import { inKiswahili } from '../../lib/kiswahili.ts'
import PublicLayout from './layout.tsx'

/** Sets the language of the Kiswahili routes. English pages never load this file. */
export const handle = { i18n: inKiswahili }

export default function KiswahiliLayout() {
  return <PublicLayout />
}
