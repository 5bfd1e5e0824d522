// The people and stories are made up. Replace them and the pictures in public/images/stories.
import type { Figure } from './types.ts'

/** Real figures. The home page shows them, too. */
export const reach: Figure[] = [
  { value: '5,000+', label: 'young people reached' },
  { value: '200+', label: 'projects finished' },
  { value: '150+', label: 'startups launched' },
  { value: '10+', label: 'community centers' },
]

/** Texts of the page for a new installation. Staff edit them in the back office. */
export const impactTexts = {
  title: 'Our impact',
  lead: 'Numbers are for the people who fund us. Names are for us. Here are some of both.',
  story1Title: 'From one freezer to four markets',
  story1Name: 'Mariam Mfano, fish trader, 27',
  story1: [
    'Mariam sold her father’s catch from a bucket, and by noon half of it was lost to the sun. In our incubation she built a cold box out of an old freezer, a solar panel and advice from the engineers at the next table.',
    'Today twelve traders rent her boxes in four markets. She comes back every intake to show her account book, mistakes included.',
  ].join('\n'),
  story1Picture: {
    src: '/images/stories/mariam-cold-boxes.webp',
    width: 720,
    height: 480,
    alt: 'Drawing of a fish market with a solar-powered cold box',
  },
  story2Title: 'The boy who mapped the footpaths',
  story2Name: 'Hamisi Sampuli, developer, 23',
  story2: [
    'Hamisi was known to us as the one who slept in the library. His case manager found him a room, then a course. For his final project he walked every footpath of his settlement with a borrowed phone.',
    'The ambulance drivers of his ward use that map now. He works for the company that hosts it, and pays somebody else’s bus fare to class.',
  ].join('\n'),
  story2Picture: {
    src: '/images/stories/hamisi-footpaths.webp',
    width: 720,
    height: 480,
    alt: 'Drawing of footpaths between houses, seen from above',
  },
  report:
    'What members told us, and what we counted ourselves: six months after a program, and two years after a startup’s first day.',
  download:
    'The printed edition is being bound, and the file to download is not here yet. Write to us and we send it to you the day it is ready.',
}

const report: Figure[] = [
  { value: '87%', label: 'find employment within 6 months' },
  { value: '90%', label: 'of startups survive beyond 2 years' },
  { value: '65%', label: 'of members come from underserved communities' },
  { value: '4.8/5', label: 'satisfaction, as members rate us' },
]

export const impact = {
  reach: { title: 'Our impact so far' },
  stories: { title: 'Two success stories' },
  report: {
    title: 'From the impact report',
    figures: report,
    link: { name: 'Download the report', href: '#download-report' },
  },
  download: {
    id: 'download-report',
    title: 'Download the impact report',
    link: 'Ask for the report',
    subject: 'Impact report',
  },
  proverb: {
    words: 'Papo kwa papo kamba hukata jiwe',
    meaning: 'Touch by touch the rope cuts through the stone',
  },
}
