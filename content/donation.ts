// Targets and raised amounts are real. The payment details are made up.

/** Amounts are in US dollars. */
const projects = [
  {
    id: 'tech',
    title: 'Tech Innovation',
    text: 'Soldering irons, laptops and data bundles for the makers on the ground floor.',
    target: 15_000,
    raised: 9750,
    motif: 'jali',
  },
  {
    id: 'arts',
    title: 'Arts & Culture',
    text: 'Drums, lenses and a roof over the stage before the long rains.',
    target: 10_000,
    raised: 6200,
    motif: 'ngoma',
  },
  {
    id: 'education',
    title: 'Education Fund',
    text: 'Fees, fares and exam costs for those who have everything but the money.',
    target: 20_000,
    raised: 12_800,
    motif: 'mbuyu',
  },
  {
    id: 'outreach',
    title: 'Community Outreach',
    text: 'Boat fuel and benches: classes held on the islands and across the creek.',
    target: 8000,
    raised: 3500,
    motif: 'bao',
  },
] as const

export const donation = {
  title: 'Donate',
  lead: 'Twenty-five dollars pay a month of bus fares to class. Two hundred and fifty put a laptop on a table that ten people share.',
  amounts: {
    title: 'Choose an amount',
    options: [
      { value: '25', label: '$25' },
      { value: '50', label: '$50' },
      { value: '100', label: '$100' },
      { value: '250', label: '$250' },
      { value: 'custom', label: 'Custom' },
    ],
    chosen: '50',
    custom: { label: 'Your amount in dollars', placeholder: 'Enter amount' },
  },
  projects: {
    title: 'Choose a project, if you like',
    text: 'Without a choice your gift goes to the General Fund, where it is needed first.',
    items: projects,
  },
  button: 'Donate Now',
  note: 'No money moves on this page: it takes no payment and stores nothing. Tell us your choice and we send you our M-Pesa and bank details.',
  generalFund: 'General Fund',
  thanks: {
    title: 'Thank you for your donation!',
    body: 'Your generous contribution of ${amount} to {project} will help empower youth across East Africa.',
  },
  withoutScripts:
    'The button needs JavaScript, which is off in this browser. Write to us instead with your amount and project:',
  proverb: { words: 'Haba na haba hujaza kibaba', meaning: 'Little by little fills the measure' },
}
