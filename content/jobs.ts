// Real title and deadline. The rest and the external application address are made up.

export interface Job {
  id: string
  title: string
  duration: string
  programme: string
  location: string
  reporting_to: string
  direct_reports: string
  overview: { about: string; website: string; position_summary: string }
  scope: string
  responsibilities: string[]
  key_areas: string[]
  qualifications: string[]
  skills: string[]
  application: {
    /** ISO 8601 dates. */
    posted: string
    deadline: string
    submission: string
    application_link: string
    note: string
  }
}

export const jobs: Job[] = [
  {
    id: 'finance-director',
    title: 'Finance Director',
    duration: 'Three years, renewable',
    programme: 'Coast Youth Project',
    location: 'Mombasa',
    reporting_to: 'Executive Director',
    direct_reports: 'Two accountants, one grants officer',
    overview: {
      about:
        'The Swahili Youth Foundation empowers people aged 18 to 35 on the Kenyan coast through technology, creative arts and entrepreneurship. Its youth project brings courses, mentoring and first jobs to young people in several counties, together with partners.',
      website: 'https://foundation.example',
      position_summary:
        'The Finance Director keeps the project’s money honest, timely and understood: from the grant agreement to the bus fare of a trainee. You lead a small team and sit at the table where programs are decided.',
    },
    scope:
      'Finance, grants, procurement and internal control of the project and its partners, in shillings and foreign currency, for the whole term of the grant.',
    responsibilities: [
      'Prepare the annual budget with program leads, and review it with them each quarter.',
      'Report to donors on time and in words that a non-accountant can follow.',
      'Keep the books ready for audit every month, not once a year.',
      'Support partner organisations in managing their share of the funds.',
      'Coach the finance team, and replace yourself while on leave.',
    ],
    key_areas: [
      'Budgeting and forecasting',
      'Grants and donor compliance',
      'Procurement and internal control',
      'Partner monitoring',
    ],
    qualifications: [
      'A degree in finance, accounting or a related field',
      'CPA(K), ACCA or an equivalent qualification',
      'Eight years in finance, three of them leading a team',
      'Experience with grants from several donors at once',
    ],
    skills: [
      'Explains numbers to people who fear them',
      'Fluent English and Kiswahili',
      'At home in accounting software and spreadsheets',
      'Says no kindly, and puts it in writing',
    ],
    application: {
      posted: '2025-10-20',
      deadline: '2025-11-14',
      submission:
        'One PDF with a letter of motivation, a CV of no more than four pages and three references.',
      application_link: 'https://jobs.example/finance-director',
      note: 'We write to everybody who applies. Women and people with disabilities are warmly encouraged.',
    },
  },
]

export const careers = {
  title: 'Careers',
  lead: 'Drop anchor with us: work by the old harbour, with colleagues who rehearse next door and a lunch table that nobody eats at alone.',
  list: { title: 'Open positions' },
  deadline: 'Apply until',
  details: 'View Details',
  apply: 'Apply Now',
  byMail: 'Or send your application by e-mail to',
  back: 'Back to Jobs',
  notFound: {
    title: 'Job Not Found',
    text: 'This position was filled, or its address has a typing mistake.',
  },
  jina: {
    words: 'Mtaka cha mvunguni sharti ainame',
    meaning: 'Whoever wants what lies under the bed must bend for it',
  },
}
