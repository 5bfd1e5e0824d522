// Targets and raised amounts are real.

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

/** Texts of the page for a new installation. Staff add how to pay in the back office. */
export const givingTexts = {
  title: 'Donate',
  lead: 'Twenty-five dollars pay a month of bus fares to class. Two hundred and fifty put a laptop on a table that ten people share.',
  note: 'No money moves on this page: it takes no payment and stores nothing. Tell us your choice and we send you our M-Pesa and bank details.',
  paybill: null,
  till: null,
  account: null,
  standingOrder: [],
  whatsapp: null,
  rate: null,
}

export const donation = {
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
  generalFund: 'General Fund',
  thanks: {
    title: 'Thank you for your donation!',
    body: 'Your generous contribution of ${amount} to {project} will help empower youth across East Africa.',
  },
  giving: {
    title: 'How to give',
    paybill: 'M-Pesa Paybill',
    till: 'M-Pesa till number',
    account: 'Account',
    monthly: 'Give every month',
    tell: 'Tell us your amount and project, so that we know what your gift is for.',
    whatsapp: 'Send on WhatsApp',
    email: 'Send by e-mail',
    subject: 'Donation',
    message: 'I would like to give ${amount} to {project}.',
    withoutChoice: 'I would like to give to the foundation.',
    ask: 'Call us or write to us, and we tell you how to pay.',
    questions: 'Questions? Call us or write to us:',
  },
  shillings: 'about KSh',
  proverb: { words: 'Haba na haba hujaza kibaba', meaning: 'Little by little fills the measure' },
}
