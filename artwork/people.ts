import { colours as c } from './colours.ts'
import type { Cloth } from './motifs.ts'

const skins: [light: string, shade: string][] = [
  ['#8a5638', '#734429'],
  ['#6d412b', '#57321f'],
  ['#a36a45', '#8a5636'],
  ['#54301f', '#422417'],
  ['#7c4a30', '#653a24'],
]

const hair = '#1c1310'

export const coversOfWomen = ['hijab', 'wrap', 'afro', 'braids', 'bun'] as const
export const coversOfMen = ['kofia', 'short', 'locs', 'beard'] as const
type Cover = (typeof coversOfWomen)[number] | (typeof coversOfMen)[number]

interface Person {
  skin: number
  cover: Cover
  /** Fill of the dress: a colour, or a pattern as `url(#id)`. */
  dress: string
  /** Colours of the scarf, head wrap or cap. */
  cloth: Cloth
  scarf: string
  glasses?: boolean
}

/** Person from the chest up, without a face, 600 wide and 660 high. */
export function bust({ skin, cover, dress, cloth, scarf, glasses }: Person) {
  const [light, shade] = skins[skin % skins.length]!
  return [
    behind(cover, scarf),
    // neck and shoulders
    `<path fill="${shade}" d="M248 300h104v120c-20 40-84 40-104 0z"/>`,
    `<path fill="${dress}" d="M20 660C20 500 96 440 226 402c30 60 118 60 148 0 130 38 206 98 206 258z"/>`,
    `<path fill="none" stroke="${cloth.accent}" stroke-width="12" d="M222 400c32 68 124 68 156 0"/>`,
    // ears, face, its shaded half
    cover === 'hijab'
      ? ''
      : `<path fill="${shade}" d="M198 218c-22-8-28 44-2 58zM402 218c22-8 28 44 2 58z"/>`,
    `<path fill="${light}" d="M300 92c64 0 104 46 104 116 0 88-48 156-104 156s-104-68-104-156c0-70 40-116 104-116z"/>`,
    `<path fill="${shade}" d="M300 92c64 0 104 46 104 116 0 88-48 156-104 156 30-60 34-200 0-272z"/>`,
    cover === 'beard'
      ? `<path fill="${hair}" d="M196 222c10 70 40 78 60 66 20-14 68-14 88 0 20 12 50 4 60-66 4 100-46 162-104 162s-108-62-104-162z"/>`
      : '',
    over(cover, cloth, scarf),
    glasses
      ? `<g fill="none" stroke="${c['lagoon-950']}" stroke-width="7"><rect x="214" y="206" width="72" height="52" rx="22"/><rect x="314" y="206" width="72" height="52" rx="22"/><path d="M286 226q14-10 28 0"/></g>`
      : '',
  ].join('')
}

/** Hair or scarf behind the neck. */
function behind(cover: Cover, scarf: string) {
  if (cover === 'afro') return `<circle cx="300" cy="176" r="166" fill="${hair}"/>`
  if (cover === 'braids') {
    return `<path fill="${hair}" d="M300 84c90 0 130 60 130 150v226c-14 24-40 16-50-10H220c-10 26-36 34-50 10V234c0-90 40-150 130-150z"/>`
  }
  if (cover === 'bun') return `<circle cx="300" cy="34" r="66" fill="${hair}"/>`
  if (cover === 'locs') {
    return `<path d="M190 180v160M214 160v220M386 160v220M410 180v160" stroke="${hair}" stroke-width="26" stroke-linecap="round"/>`
  }
  if (cover === 'hijab') {
    return `<path fill="${scarf}" d="M300 30c-112 0-156 84-156 180 0 110-20 190-64 250h440c-44-60-64-140-64-250 0-96-44-180-156-180z"/>`
  }
  return ''
}

/** Hair, head wrap, cap or front of the scarf. */
function over(cover: Cover, cloth: Cloth, scarf: string) {
  const hairline = `<path fill="${hair}" d="M190 214c-12-92 40-140 110-140s122 48 110 140c-14-62-44-84-110-84s-96 22-110 84z"/>`
  switch (cover) {
    case 'hijab':
      return `<path fill="${scarf}" fill-rule="evenodd" d="M300 30c116 0 160 84 152 190-6 90-60 190-152 190S154 310 148 220C140 114 184 30 300 30zm0 82c-62 0-92 42-92 104 0 80 44 140 92 140s92-60 92-140c0-62-30-104-92-104z"/><path fill="none" stroke="${cloth.accent}" stroke-width="9" d="M300 112c-62 0-92 42-92 104 0 80 44 140 92 140s92-60 92-140c0-62-30-104-92-104z"/><path fill="${scarf}" d="M200 366h200v90H200zM160 300c30 110 240 150 300 60 10 60-20 140-110 140S150 400 160 300z"/><path fill="none" stroke="${cloth.accent}" stroke-width="7" d="M176 352c60 80 220 100 280 20"/>`
    case 'wrap':
      return `<path fill="${scarf}" d="M184 196C150 60 226-6 316-6c104 0 140 96 100 202-30-52-66-70-116-70s-88 18-116 70z"/><path fill="none" stroke="${cloth.accent}" stroke-width="7" d="M186 184C230 90 330 60 420 90M206 130C250 60 330 30 412 52"/><path fill="${scarf}" d="M352 20c30-50 92-50 96-8 2 30-40 42-78 32z"/><path fill="none" stroke="${cloth.accent}" stroke-width="6" d="M352 20c30-50 92-50 96-8 2 30-40 42-78 32z"/>${earrings}`
    case 'kofia':
      return `<path fill="${hair}" d="M192 210c-8-40-2-80 16-96h184c18 16 24 56 16 96-8-30-14-46-28-60H220c-14 14-20 30-28 60z"/><path fill="${c['sand-50']}" d="M196 138c0-70 20-110 104-110s104 40 104 110c-60-22-148-22-208 0z"/><path fill="none" stroke="${cloth.ground === c['sand-50'] ? c['coral-500'] : cloth.ground}" stroke-width="7" d="M199 110c60-20 142-20 202 0M206 80c54-18 134-18 188 0"/><path fill="none" stroke="${c['mango-400']}" stroke-width="8" stroke-dasharray="3 15" stroke-linecap="round" d="M202 96c60-20 136-20 196 0"/>`
    case 'afro':
      return `<path fill="${hair}" d="M190 226c-14-92 36-150 110-150s124 58 110 150c-12-60-54-96-110-96s-98 36-110 96z"/>${earrings}`
    case 'braids':
      return `${hairline}<path d="M172 330h44M172 390h44M172 440h44M384 330h44M384 390h44M384 440h44" stroke="${c['mango-400']}" stroke-width="9"/>`
    case 'bun':
      return `${hairline}<path d="M240 66q60-30 120 0" stroke="${c['mango-400']}" stroke-width="13" fill="none"/>${earrings}`
    case 'locs':
      return `${hairline}<path d="M226 130l-20 70M252 108l-30 60M376 132l18 68M350 108l28 58" stroke="${hair}" stroke-width="24" stroke-linecap="round"/>`
    default:
      return `<path fill="${hair}" d="M192 224c-14-96 32-144 108-144s122 48 108 144c-4-34-10-58-24-72-40-16-128-16-168 0-14 14-20 38-24 72z"/>`
  }
}

const earrings = `<g fill="${c['mango-400']}"><circle cx="186" cy="296" r="14"/><circle cx="414" cy="296" r="14"/></g>`

/** Row of heads seen from behind, along the x axis. */
export function crowd(count: number, step: number, inks: string[]) {
  return Array.from({ length: count }, (_, i) => {
    const ink = inks[i % inks.length]
    const size = 0.86 + ((i * 37) % 10) / 34
    const x = i * step + ((i * 53) % 17)
    const crown = [
      '',
      '<circle cx="0" cy="-62" r="36"/>',
      '<path d="M-24-70c0-30 48-30 48 0z"/>',
      '<circle cx="0" cy="-98" r="15"/>',
    ][(i * 7) % 4]
    return `<g fill="${ink}" transform="translate(${x} 0) scale(${size.toFixed(2)})"><path d="M-58 60C-58-6-30-18 0-18S58-6 58 60z"/><circle cy="-50" r="29"/>${crown}</g>`
  }).join('')
}
