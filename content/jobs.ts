// Title and deadline are real. All else is made up, including the external application URL.
import jobs from './jobs.json' with { type: 'json' }

export { jobs }

/** Texts of the list for a new installation. Staff edit them in the back office. */
export const careersTexts = {
  title: 'Careers',
  lead: 'Drop anchor with us: work by the old harbour, with colleagues who rehearse next door and a lunch table that nobody eats at alone.',
}

export const careers = {
  list: { title: 'Open positions', empty: 'No position is open at the moment.' },
  closedList: 'Closed positions',
  deadline: 'Apply until',
  closed: 'This position is closed. Applications were accepted until',
  details: 'View Details',
  apply: 'Apply Now',
  byMail: 'Or send your application by e-mail to',
  back: 'Back to Jobs',
  notFound: {
    title: 'Job Not Found',
    text: 'This position was filled, or its address has a typing mistake.',
  },
  proverb: {
    words: 'Mtaka cha mvunguni sharti ainame',
    meaning: 'Whoever wants what lies under the bed must bend for it',
  },
}
