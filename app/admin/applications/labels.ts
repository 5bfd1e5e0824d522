import { attachmentLabels as asked } from '../../forms/attachment-fields.tsx'

/** What staff call the questions of the form, which speaks to applicants, and what they alone set. */
export const attachmentLabels = {
  ...asked,
  residential_location: 'Residential location',
  department: 'Department',
  can_attend_onsite: 'Can attend on site',
  understanding_of_swahilipot: 'Understanding of the foundation',
  agree_terms: 'Agrees to the terms',
  agree_communications: 'Agrees to communications: news and opportunities',
  is_accepted: 'Accepted',
  is_archived: 'Archived',
  language: 'Language',
}
