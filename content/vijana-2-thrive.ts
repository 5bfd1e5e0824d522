// Figures, dates and weights are real; partners, places and wording are made up.
import { vijanaBaseline } from './consultancies.ts'
import type { Figure, TextSection } from './types.ts'

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
  sections: [
    {
      id: 'introduction',
      title: 'Introduction',
      blocks: [
        'The Swahili Youth Foundation empowers people aged 18 to 35 on the Kenyan coast through technology, creative arts and entrepreneurship. For the program Vijana 2 Thrive we are looking for a team of consultants to carry out the baseline study.',
        'These terms say what the study is for, what we expect and how to apply. Whatever is unclear after reading them is our fault: write to us.',
      ],
    },
    {
      id: 'program',
      title: 'The program',
      blocks: [
        'Vijana 2 Thrive wants 42,900 young people to find or create dignified work. They are 18 to 35 years old, live in 4 counties, and at least 80% of them are young women.',
        {
          list: [
            'Skills for the digital, creative and blue economies',
            'Mentoring, childcare and safe transport, so that women can stay to the end',
            'First jobs, and capital for first enterprises',
          ],
        },
      ],
    },
    {
      id: 'partners',
      title: 'Partners',
      blocks: [
        'The foundation leads the program with Harbour Partners Trust, which funds it, and with the youth offices of Mombasa, Kilifi, Kwale and Lamu. Community organisations in each county help with finding respondents and with bringing the results back to them.',
      ],
    },
    {
      id: 'purpose',
      title: 'Purpose',
      blocks: [
        'To describe the situation of the young people whom the program will reach before it begins, so that its targets are realistic and its effects can be measured at the middle and at the end.',
      ],
    },
    {
      id: 'objectives',
      title: 'Objectives',
      blocks: [
        {
          list: [
            'Establish baseline values for every indicator of the results framework',
            'Understand what keeps young women from work, training and safety, county by county',
            'Map employers, training centres and savings groups that the program can build on',
            'Recommend targets, and a lean system for monitoring them',
          ],
        },
      ],
    },
    {
      id: 'scope',
      title: 'Scope',
      blocks: [
        'The study covers 4 counties, towns and villages, on the mainland and the islands. Respondents are youth aged 18-35; young women make up at least 80% of the participants. People with disabilities are represented in each county.',
        'We expect mixed methods: a household survey with a sample that allows conclusions for each county, group discussions, and interviews with employers and county officers.',
      ],
    },
    {
      id: 'deliverables',
      title: 'Deliverables',
      blocks: [
        {
          list: [
            'An inception report with methods, sample and tools',
            'Tools in English and Kiswahili, tested in the field',
            'Cleaned data with a codebook, without names',
            'A draft report, and a workshop on it in each county',
            'The final report of no more than 40 pages, and a summary of four',
          ],
        },
      ],
    },
    {
      id: 'timeline',
      title: 'Timeline',
      blocks: [
        'The engagement lasts 10 weeks, that is 50 working days, with 400-500 consultant days over the whole team.',
        {
          list: [
            'Weeks 1 and 2: inception, tools, ethical clearance',
            'Week 3: training of enumerators and pilot',
            'Weeks 4 to 7: field work in the 4 counties',
            'Weeks 8 and 9: analysis, draft report, county workshops',
            'Week 10: final report and handover',
          ],
        },
      ],
    },
    {
      id: 'qualifications',
      title: 'Qualifications',
      blocks: [
        {
          list: [
            'A team leader with a master’s degree in a social science and ten years in evaluation',
            'Three comparable studies in the last five years, one of them on youth employment',
            'A gender specialist and a statistician in the core team',
            'Enumerators from the four counties who speak their languages',
            'Registration and tax compliance in Kenya',
          ],
        },
      ],
    },
    {
      id: 'reporting',
      title: 'Reporting',
      blocks: [
        'The team reports to the foundation’s monitoring lead, in a short call every week. Reports and data belong to the foundation, which publishes the summary.',
      ],
    },
    {
      id: 'ethics',
      title: 'Ethics',
      blocks: [
        'Nobody takes part without informed consent, and everybody may stop at any time. Personal data is handled under the Data Protection Act, 2019. The team follows our safeguarding policy, knows where to refer those who report harm, and obtains the research licence before field work.',
      ],
    },
    {
      id: 'application-process',
      title: 'Application process',
      blocks: [
        'Send your proposal as PDF until the end of the day on 17 September 2025, in two parts: technical and financial. An e-mail may hold 10 MB at the most; send two if you need to.',
        {
          list: [
            'Technical part: at most 10 pages, with understanding, methodology, team and work plan',
            'Up to 4 CVs of the core team',
            'Financial part: the costs in shillings, by activity',
          ],
        },
        'We weigh the technical part with 70% and the financial part with 30%:',
        {
          weights: [
            { criterion: 'Understanding of the assignment', points: 20 },
            { criterion: 'Methodology', points: 25 },
            { criterion: 'Team', points: 15 },
            { criterion: 'Work plan', points: 10 },
            { criterion: 'Technical part', points: 70 },
            { criterion: 'Cost', points: 15 },
            { criterion: 'Realism of the budget', points: 10 },
            { criterion: 'Value for money', points: 5 },
            { criterion: 'Financial part', points: 30 },
          ],
        },
      ],
    },
  ] satisfies TextSection[],
}
