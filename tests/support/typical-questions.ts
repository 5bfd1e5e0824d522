// Questions as an intake may ask them: twelve, of every kind, in both languages.

type Texts = [english: string, kiswahili: string]

interface Details {
  hint?: Texts
  required?: boolean
  options?: (Texts | [...Texts, followUp: Texts])[]
  min?: number
  max?: number
  maxLength?: number
}

const other: [...Texts, followUp: Texts] = ['Other', 'Nyingine', ['Which?', 'Ipi?']]

/** The questions as staff save them. */
export const typicalQuestions = [
  question('choice', ['How did you hear about us?', 'Ulisikiaje kuhusu sisi?'], {
    required: true,
    options: [
      ['From my college', 'Kutoka chuoni kwangu'],
      ['From a friend', 'Kutoka kwa rafiki'],
      ['On social media', 'Kwenye mitandao ya kijamii'],
      ['At an event of yours', 'Kwenye tukio lenu'],
      ['Somewhere else', 'Kwingineko', ['Where?', 'Wapi?']],
    ],
  }),
  question(
    'yes_no',
    ['Do you have a laptop that you can bring?', 'Je, una kompyuta mpakato unayoweza kuja nayo?'],
    { required: true },
  ),
  question('choices', ['On which days can you come?', 'Unaweza kuja siku zipi?'], {
    required: true,
    min: 2,
    options: [
      ['Monday', 'Jumatatu'],
      ['Tuesday', 'Jumanne'],
      ['Wednesday', 'Jumatano'],
      ['Thursday', 'Alhamisi'],
      ['Friday', 'Ijumaa'],
    ],
  }),
  question('number', ['Hours a week that you can come', 'Saa unazoweza kuja kwa wiki'], {
    required: true,
    min: 8,
    max: 45,
  }),
  question('choice', ['Your home county', 'Kaunti unakotoka'], {
    required: true,
    options: [
      ['Mombasa', 'Mombasa'],
      ['Kwale', 'Kwale'],
      ['Kilifi', 'Kilifi'],
      ['Tana River', 'Tana River'],
      ['Lamu', 'Lamu'],
      ['Taita Taveta', 'Taita Taveta'],
      ['Nairobi', 'Nairobi'],
      other,
    ],
  }),
  question('choices', ['Which tools have you worked with?', 'Umewahi kutumia zana zipi?'], {
    options: [
      ['Word and Excel', 'Word na Excel'],
      ['Canva', 'Canva'],
      ['Photoshop', 'Photoshop'],
      ['A video editor', 'Programu ya kuhariri video'],
      ['HTML and CSS', 'HTML na CSS'],
      ['Python', 'Python'],
      other,
    ],
  }),
  question(
    'paragraph',
    ['Describe something that you have made', 'Eleza kitu ulichowahi kutengeneza'],
    {
      required: true,
      hint: [
        'A website, a video, an event, a poem: what it was, and what your part was.',
        'Tovuti, video, tukio, shairi: kilikuwa nini, na mchango wako ulikuwa upi.',
      ],
      maxLength: 1500,
    },
  ),
  question('line', ['Name of your supervisor at college', 'Jina la msimamizi wako chuoni'], {
    required: true,
  }),
  question(
    'line',
    ['Phone number or email of your supervisor', 'Nambari ya simu au barua pepe ya msimamizi wako'],
    {
      required: true,
      hint: [
        'We call only once a place is offered to you.',
        'Tutampigia simu utakapopewa nafasi tu.',
      ],
    },
  ),
  question('day', ['By when do you need our answer?', 'Unahitaji jibu letu kufikia lini?'], {
    hint: ['If your college has set a day.', 'Ikiwa chuo chako kimeweka siku.'],
  }),
  question('file', ['Introduction letter of your college', 'Barua ya utambulisho ya chuo chako'], {
    hint: ['With the stamp of the college.', 'Iwe na muhuri wa chuo.'],
  }),
  question(
    'yes_no',
    [
      'Do you need anything from us so that you can work well, such as a ramp or large print?',
      'Je, unahitaji chochote kutoka kwetu ili ufanye kazi vizuri, kama njia ya kiti cha magurudumu au maandishi makubwa?',
    ],
    {},
  ),
]

function question(
  kind: string,
  [label, label_sw]: Texts,
  { hint, options = [], required = false, min, max, maxLength }: Details,
) {
  return {
    kind,
    label,
    label_sw,
    hint: hint?.[0] ?? null,
    hint_sw: hint?.[1] ?? null,
    required,
    options: options.map(([english, kiswahili, more]) => ({
      label: english,
      label_sw: kiswahili,
      ...(more && { followUp: { label: more[0], label_sw: more[1] } }),
    })),
    min: min ?? null,
    max: max ?? null,
    maxLength: maxLength ?? null,
  }
}
