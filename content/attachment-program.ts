/** English texts of the page for a new installation. Staff edit them in the back office. */
export const attachmentTexts = {
  title: 'Industrial Attachment Program',
  lead: 'Bring what you learn in class to a team that needs it. Work on real projects by the old harbour, with a supervisor who signs your logbook and a community that remembers your name.',
  reasons: [
    {
      title: 'Real work',
      text: 'You join a running project in your first week: a website, a radio show, a repair workshop, a street exhibition.',
    },
    {
      title: 'A supervisor beside you',
      text: 'One person plans your weeks, answers your questions and fills in your assessment with you.',
    },
    {
      title: 'Friends in every craft',
      text: 'Engineers eat lunch with poets here. Most of what attachees build together started at that table.',
    },
    {
      title: 'Help after the attachment',
      text: 'Leave with a portfolio, a reference and a place in our network of mentors and employers.',
    },
  ],
  highlights: [
    {
      title: 'Eligibility',
      text: 'Students in Year 1 to Year 6 from recognized institutions.',
    },
    {
      title: 'Departments',
      text: 'Tech, Engineering, Creatives, Communication, Community Engagement.',
    },
    { title: 'Flexible start', text: 'Begin when your term allows; typically 3 to 6 months.' },
    {
      title: 'Support',
      text: 'Orientation, a desk and internet, mentorship and your assessment forms.',
    },
  ],
  steps: [
    {
      title: 'Have your CV (resume) and cover letter ready',
      text: 'Send each as a file, such as a PDF or a clear photo, or as a URL, the link to a shared file that everyone with the link may view.',
    },
    {
      title: 'Fill in the application',
      text: 'Your studies, when you can start, and three short statements in your own words.',
    },
    {
      title: 'Submit and await confirmation',
      text: 'You get a reference ID at once. Keep it: our team reviews your application and contacts you.',
    },
  ],
  question: 'Ask us before you apply; somebody answers on every working day.',
}

export const attachmentProgram = {
  description:
    'Industrial attachments for university and college students on the Kenyan coast: three to six months in technology, engineering, creatives, communication or community engagement.',
  applyPath: '/industrial-attachment/apply',
  applied: {
    question: 'Already applied?',
    link: { name: 'Check my application', href: '/industrial-attachment/status' },
  },
  reasons: { title: 'Why join us' },
  highlights: {
    title: 'At a glance',
    /** Title of the highlight that is shown only while no intake is open. */
    withoutIntake: 'Flexible start',
  },
  steps: { title: 'How to apply' },
  question: {
    title: 'Questions?',
    link: { name: 'Contact us', href: '/contact' },
  },
  proverb: { words: 'Penye nia pana njia', meaning: 'Where there is a will, there is a way' },
} as const
