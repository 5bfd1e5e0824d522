import { inKiswahili } from '../../lib/kiswahili.ts'
import PublicLayout from './layout.tsx'

/** What its pages speak; the English pages never load it. */
export const handle = { speech: inKiswahili }

export default function KiswahiliLayout() {
  return <PublicLayout />
}
