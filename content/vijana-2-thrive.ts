// Figures, dates and weights are real; partners, places and wording are made up.
import { vijanaBaseline } from './consultancies.ts'
import type { Figure, TextSection } from './types.ts'
import sections from './vijana-2-thrive.json' with { type: 'json' }

export const vijana2Thrive = {
  call: vijanaBaseline,
  path: '/terms-of-reference/vijana-2-thrive',
  title: 'Vijana 2 Thrive: baseline study',
  lead: 'Terms of reference for a consultancy of 10 weeks in 4 counties. Proposals until the end of the day on 17 September 2025.',
  facts: [
    { value: '42,900', label: 'youth to be reached' },
    { value: '4', label: 'counties on the coast' },
    { value: '10', label: 'weeks: 50 working days' },
    { value: '400-500', label: 'consultant days' },
  ] satisfies Figure[],
  contents: 'On this page',
  back: 'All consultancy opportunities',
  apply: 'Apply Now',
  send: 'Send your proposal',
  sections: sections satisfies TextSection[],
}
