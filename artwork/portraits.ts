import { colours as c } from './colours.ts'
import { arch, cloth, cloths, rosette } from './motifs.ts'
import { bust, coversOfMen, coversOfWomen } from './people.ts'

/** Female first names. All other names are drawn as men. */
const women =
  /^(amani|aisha|amina|asha|ashura|bahati|dalila|esther|faith|farida|fatma|fatuma|furaha|grace|halima|jamila|joy|khadija|leila|lulu|lydia|maryam|mariam|mary|mercy|mwanaisha|mwanajuma|naima|nasra|neema|njeri|nuru|pendo|rehema|rukia|saida|salama|salma|sarah|saumu|sauda|sofia|subira|swabra|tatu|tumaini|umi|wanjiru|winnie|yasmin|zainab|zawadi|zuhura|zuleikha)\b/i

const niches = [
  [c['lagoon-200'], c['lagoon-100'], c['lagoon-500']],
  [c['mango-200'], c['sand-50'], c['mango-400']],
  [c['coral-200'], c['sand-100'], c['coral-500']],
  [c['sand-300'], c['sand-100'], c['sand-600']],
  [c['lagoon-700'], c['lagoon-800'], c['lagoon-500']],
  [c['mango-400'], c['mango-200'], c['coral-500']],
] as const

/** Placeholder portrait in an arched niche, 800 by 800. `index` varies colours and clothes. */
export function portrait(name: string, index: number) {
  const [wall, inside, ornament] = niches[(index * 5 + 1) % niches.length]!
  const isWoman = women.test(name)
  const covers = isWoman ? coversOfWomen : coversOfMen
  const worn = cloths[(index * 5 + 2) % cloths.length]!
  const scarf = cloths[(index * 5 + 4) % cloths.length]!
  const dressed = scarf.ground === inside ? cloths[0]! : scarf
  const person = bust({
    skin: (index * 2 + name.length) % 5,
    cover: covers[Math.floor(index / 2) % covers.length]!,
    dress: 'url(#dress)',
    cloth: worn,
    scarf: dressed.ground,
    glasses: index % 4 === 2,
  })
  return `<defs>${cloth('dress', index + 1, worn, 12, 1.9)}</defs>
<path fill="${wall}" d="M0 0h800v800H0z"/>
<g transform="translate(400 800)"><path fill="${ornament}" d="${arch(640, 760)}"/><path fill="${inside}" d="${arch(590, 730)}"/></g>
<g transform="translate(400 380) scale(4.3)" opacity="0.34">${rosette(ornament)}</g>
<g transform="translate(79 196) scale(1.07)">${person}</g>`
}
