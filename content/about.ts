import { site } from './site.ts'
import type { MotifName } from './types.ts'

/** Texts of the page for a new installation. Staff edit them in the back office. */
export const aboutTexts = {
  title: 'About us',
  lead: 'A youth-empowerment foundation by the old harbour: technology, creative arts and entrepreneurship for people aged 18 to 35.',
  story: [
    'It began with a broken laptop and a good socket. A few of us had finished school and found no work; one had a room behind the spice shop, and the room had electricity. In the evenings we repaired what people brought, and while things were being repaired people talked.',
    'Soon the ones who waited were learning to solder. Somebody came to record a song because it was quiet, somebody else came because of the song. When the room was full we knocked at the coral-stone house across the lane, which had stood empty since its last trader left, and asked for a key.',
    'The house is full now as well. The rule of the first evening still holds: whoever comes in has something to teach, and leaves with something to do.',
  ].join('\n'),
  film: 'Our documentary follows one day from the first call to prayer to the last encore: 24 minutes, Kiswahili with English subtitles.',
  filmLink: site.documentary,
  values: [
    {
      title: 'Community',
      text: 'Nobody learns alone here. Whoever has understood something sits down next to whoever has not.',
    },
    {
      title: 'Empowerment',
      text: 'We hand over keys, budgets and microphones early, and stay close by.',
    },
    {
      title: 'Innovation',
      text: 'Old craft, new tools: a dhow builder and a programmer have more to say to each other than either expects.',
    },
    {
      title: 'Sustainability',
      text: 'What we start should stand without us, and leave the mangroves where they are.',
    },
  ],
  youthDatabase:
    'Leave your name and your skills in our Youth Database. When a course, a job or a stage comes up that fits, we write to you.',
  youthDatabaseLink: site.youthDatabase,
}

export const about = {
  story: { title: 'How it began' },
  documentary: {
    title: 'Our documentary',
    play: 'Play Documentary',
    note: 'It is on another site and loads only there: about 180 MB at full quality.',
  },
  values: {
    title: 'Our values',
    motifs: ['mkeka', 'mlango', 'jali', 'mbuyu'] satisfies MotifName[],
  },
  database: { title: 'Youth Database', button: 'Join the Youth Database' },
  proverb: { words: 'Umoja ni nguvu', meaning: 'Unity is strength' },
}
