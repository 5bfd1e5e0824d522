import { colours as c } from './colours.ts'
import {
  arch,
  around,
  at,
  border,
  cloth,
  cloths,
  dhow,
  makuti,
  oldTown,
  palm,
  rosette,
  row,
  teeth,
  waves,
} from './motifs.ts'
import { bust, crowd } from './people.ts'

// Scenes of the foundation's work, each 800 by 600. Pages may crop them to any shape.

export type Scene = keyof typeof scenes

const box = (fill: string, x = 0, y = 0, width = 800, height = 600) =>
  `<path fill="${fill}" d="M${x} ${y}h${width}v${height}h-${width}z"/>`

export const scenes = {
  /** The old harbour in the morning. */
  harbour: () => `${box(c['sand-200'])}
<circle cx="520" cy="286" r="150" fill="${c['mango-200']}"/><circle cx="520" cy="286" r="108" fill="${c['mango-400']}"/>
<g transform="translate(-30 352) scale(0.86)">${oldTown(c['sand-300'], c['sand-600'])}</g>
${box(c['lagoon-700'], 0, 352, 800, 248)}
<g transform="translate(0 384)">${waves(7, c['lagoon-500'])}</g>
<path d="M452 372h150M430 396h190M470 420h120" stroke="${c['mango-400']}" stroke-width="7" stroke-linecap="round" stroke-dasharray="60 22 24 26"/>
${at([250, 470], 1.45, dhow())}${at([664, 412], 0.62, dhow(c['mango-200'], c['lagoon-500']))}`,

  /** A regatta: each boat is a little higher than the one before. */
  regatta: () => `${box(c['lagoon-100'])}
<circle cx="150" cy="150" r="84" fill="${c['coral-500']}"/>
<path fill="${c['lagoon-200']}" d="M0 330q120-70 260-30t280-20 260 10v310H0z"/>
${box(c['lagoon-700'], 0, 360, 800, 240)}<g transform="translate(0 392)">${waves(7, c['lagoon-500'])}</g>
${at([130, 440], 0.72, dhow(c['mango-400'], c['coral-800']))}${at([330, 452], 1.02, dhow(c['sand-50'], c['lagoon-500']))}${at([600, 492], 1.6, dhow(c['coral-500'], c['mango-400']))}`,

  /** A stage in the evening, with its audience. */
  stage: () => `<defs>${cloth('curtain', 1, cloths[4]!, 0, 1.4)}</defs>${box(c['lagoon-900'])}
<g opacity="0.2" fill="${c['mango-400']}"><path d="M120 0h60l190 430H200zM680 0h-60L430 430h170z"/></g>
<g transform="translate(400 420)"><path fill="${c['mango-400']}" d="${arch(430, 372)}"/><path fill="url(#curtain)" d="${arch(390, 350)}"/></g>
<g transform="translate(400 206) scale(1.7)"><circle r="50" fill="${c['coral-800']}"/>${rosette(c['mango-400'])}</g>
<path d="M0 60Q200 150 400 74T800 60" fill="none" stroke="${c['sand-300']}" stroke-width="4"/>
${[40, 110, 180, 250, 320, 480, 550, 620, 690, 760].map((x, i) => `<path fill="${[c['coral-500'], c['sand-50'], c['lagoon-500'], c['mango-400']][i % 4]}" d="M${x - 22} ${bunting(x)}h44l-22 50z"/>`).join('')}
<path d="M360 430V300" stroke="${c['sand-50']}" stroke-width="7"/><circle cx="360" cy="290" r="15" fill="${c['sand-50']}"/>
<g transform="translate(366 214) scale(0.36)">${bust({ skin: 1, cover: 'wrap', dress: c['mango-400'], cloth: cloths[0]!, scarf: c['coral-500'] })}</g>
${box(c['sand-600'], 60, 420, 680, 26)}<g transform="translate(60 446) scale(1.518)">${border(448)}</g>
<g transform="translate(20 560)">${crowd(9, 96, [c['lagoon-800']])}</g><g transform="translate(-24 610)">${crowd(10, 94, [c['lagoon-950']])}</g>`,

  /** A class under a roof of palm leaves. */
  workshop:
    () => `<defs>${makuti('roof', c['sand-300'], c['sand-600'], 1.1)}${cloth('a', 3, cloths[0]!)}${cloth('b', 1, cloths[2]!)}${cloth('d', 0, cloths[1]!)}</defs>${box(c['lagoon-200'])}
<circle cx="620" cy="250" r="70" fill="${c['mango-400']}"/>${box(c['lagoon-500'], 0, 330, 800, 120)}
<g transform="translate(0 352)">${waves(3, c['lagoon-200'])}</g>
${at([690, 440], 0.9, palm(c['sand-600'], c['lagoon-800']))}
<path fill="url(#roof)" d="M-60 190L400-60 860 190z"/><g transform="translate(-60 186)">${teeth(920, 40, c['sand-600'])}</g>
<path d="M70 190v410M730 190v410" stroke="${c['mango-800']}" stroke-width="24"/>
<path d="M400 60v130" stroke="${c['lagoon-950']}" stroke-width="4"/><path fill="${c['coral-500']}" d="M356 226c0-50 88-50 88 0z"/>
<g transform="translate(96 232) scale(0.4)">${bust({ skin: 0, cover: 'hijab', dress: 'url(#b)', cloth: cloths[2]!, scarf: c['lagoon-700'] })}</g>
<g transform="translate(282 214) scale(0.4)">${bust({ skin: 3, cover: 'short', dress: 'url(#a)', cloth: cloths[0]!, scarf: '' })}</g>
<g transform="translate(466 232) scale(0.4)">${bust({ skin: 1, cover: 'braids', dress: 'url(#d)', cloth: cloths[1]!, scarf: '' })}</g>
${box(c['mango-800'], 20, 452, 760, 30)}${box(c['sand-600'], 20, 482, 760, 118)}<g transform="translate(20 516) scale(1.6)">${border(476)}</g>
${[176, 352, 544].map((x) => `<path fill="${c['lagoon-950']}" d="M${x} 372h118a8 8 0 0 1 8 8v66h-134v-66a8 8 0 0 1 8-8z"/><circle cx="${x + 59}" cy="410" r="11" fill="${c['mango-400']}"/><path fill="${c['sand-50']}" d="M${x - 22} 446h162l8 10h-178z"/>`).join('')}`,

  /** Market stalls with cloth and fruit. */
  market:
    () => `<defs>${cloth('a', 0, cloths[1]!)}${cloth('b', 4, cloths[0]!)}${cloth('d', 2, cloths[5]!)}${cloth('e', 1, cloths[2]!)}</defs>${box(c['sand-100'])}
<g transform="translate(-60 420) scale(0.9)">${oldTown(c['sand-300'], c['sand-600'])}</g>${box(c['sand-200'], 0, 420, 800, 180)}
<path d="M40 130v380M760 130v380M400 130v380" stroke="${c['mango-800']}" stroke-width="14"/>
${[60, 178, 296, 424, 542, 660].map((x, i) => `<path fill="url(#${['a', 'b', 'd', 'e', 'b', 'a'][i]})" d="M${x} 168h100v216q-50 16-100 0z"/><path fill="${[c['lagoon-950'], c['mango-400'], c['coral-800']][i % 3]}" d="M${x} 356h100v14q-50 16-100 0z"/>`).join('')}
${row(10, 80, (i) => `<path fill="${i % 2 ? c['sand-50'] : c['coral-500']}" d="M0 70h80v90a40 34 0 0 1-80 0z"/>`)}${box(c['coral-800'], 0, 58, 800, 22)}
<g transform="translate(0 548)">${row(5, 168, (i) => `<g transform="translate(62 0)">${fruit(i % 2 ? c['mango-400'] : c['coral-500'])}<path fill="${c['sand-600']}" d="M-72-32H72L52 44H-52z"/><path d="M-70-18H70M-64 4H64M-58 26H58" stroke="${c['mango-800']}" stroke-width="5" stroke-dasharray="14 10"/></g>`)}</g>`,

  /** A carved door of Lamu. */
  door: () => `${box(c['sand-200'])}<g opacity="0.5" fill="${c['sand-300']}"><path d="M30 60h90v40H30zM150 140h70v36h-70zM20 260h80v40H20zM660 80h90v40h-90zM700 220h70v40h-70zM610 20h60v30h-60zM40 440h70v36H40zM690 400h80v40h-80z"/></g>
<g transform="translate(400 560)"><path fill="${c['mango-800']}" d="${arch(440, 540)}"/><path fill="${c['coral-800']}" d="${arch(396, 512)}"/><path fill="${c['mango-800']}" d="${arch(330, 470)}"/></g>
<g transform="translate(400 236)">${around(16, (a) => `<path transform="rotate(${a})" fill="${c['mango-400']}" d="M0-30l9-62-9-16-9 16z"/>`)}<circle r="34" fill="${c['mango-400']}"/><circle r="20" fill="${c['coral-800']}"/></g>
${box(c['mango-800'], 235, 318, 330, 242)}${box(c['sand-600'], 250, 330, 142, 230)}${box(c['sand-600'], 408, 330, 142, 230)}
${[321, 479].map((x) => [386, 500].map((y) => `<g transform="translate(${x} ${y}) scale(1.04)"><circle r="48" fill="${c['mango-800']}"/>${rosette(c['mango-400'])}</g>`).join('')).join('')}
<path d="M400 318v242" stroke="${c['mango-400']}" stroke-width="12" stroke-dasharray="2 20" stroke-linecap="round"/>
${box(c['sand-600'], 120, 556, 560, 44)}${box(c['sand-300'], 160, 540, 480, 22)}
${[92, 708].map((x) => `<g transform="translate(${x} 560)"><path fill="${c['coral-500']}" d="M-44-70H44L32 0h-64z"/>${[-50, -25, 0, 25, 50].map((t) => `<path transform="translate(0 -66) rotate(${t})" fill="${c['lagoon-700']}" d="M0 0c-34-60-20-120 0-150 20 30 34 90 0 150z"/>`).join('')}</g>`).join('')}`,

  /** A desk by the sea; its screen shows a chart. */
  lab: () => `<defs>${cloth('rug', 4, cloths[2]!)}</defs>${box(c['lagoon-700'])}
<g transform="translate(400 470)"><path fill="${c['sand-50']}" d="${arch(560, 500)}"/></g><clipPath id="window"><path transform="translate(400 470)" d="${arch(520, 476)}"/></clipPath>
<g clip-path="url(#window)">${box(c['mango-200'])}<circle cx="540" cy="210" r="60" fill="${c['coral-500']}"/>${box(c['lagoon-500'], 0, 290, 800, 300)}<g transform="translate(0 316)">${waves(5, c['lagoon-200'])}</g>${at([246, 322], 0.56, dhow())}</g>
<path d="M400 0v30M140 470h520" stroke="${c['sand-50']}" stroke-width="18"/>
${box(c['mango-800'], 0, 470, 800, 34)}${box('url(#rug)', 0, 504, 800, 96)}
<path fill="${c['lagoon-950']}" d="M262 226h276a18 18 0 0 1 18 18v190H244V244a18 18 0 0 1 18-18z"/>${box(c['lagoon-800'], 262, 246, 276, 172)}
<path d="M288 396V340h30v56zM338 396v-84h30v84zM388 396v-64h30v64zM438 396v-112h30v112zM488 396v-130h30v130z" fill="${c['mango-400']}"/>
<path d="M303 318l50-26 50 14 50-40 50-10" fill="none" stroke="${c['coral-500']}" stroke-width="7" stroke-linejoin="round"/>
<path fill="${c['sand-300']}" d="M212 434h376l22 36H190z"/>
<g transform="translate(652 470)"><path fill="${c['coral-500']}" d="M-34-66h68v50a16 16 0 0 1-16 16h-36a16 16 0 0 1-16-16z"/><path d="M34-54c34-6 34 40 0 34" fill="none" stroke="${c['coral-500']}" stroke-width="9"/></g>
<g transform="translate(128 470)"><path fill="${c['mango-400']}" d="M-40-50h80L30 0h-60z"/>${[-42, -14, 14, 42].map((t) => `<path transform="translate(0 -48) rotate(${t})" fill="${c['lagoon-200']}" d="M0 0c-26-44-14-84 0-104 14 20 26 60 0 104z"/>`).join('')}</g>`,

  /** Mangroves: young plants and grown trees. */
  mangrove: () => `${box(c['mango-200'])}<circle cx="250" cy="220" r="96" fill="${c['coral-500']}"/>
<path fill="${c['lagoon-200']}" d="M0 300q160-70 340-24t460-16v340H0z"/>${box(c['lagoon-500'], 0, 400, 800, 200)}<g transform="translate(0 430)">${waves(6, c['lagoon-200'])}</g>
${at([560, 420], 1.35, tree(c['lagoon-800'], c['lagoon-700']))}${at([220, 450], 0.9, tree(c['lagoon-700'], c['lagoon-800']))}
<g transform="translate(0 590)">${[70, 350, 430, 700].map((x, i) => `<g transform="translate(${x} 0) scale(${1 + (i % 2) * 0.3})"><path d="M0 0v-84" stroke="${c['mango-800']}" stroke-width="8"/><path fill="${c['lagoon-900']}" d="M0-70c-50-4-60-40-60-54 36 0 60 20 60 54zM0-84c0-36 24-56 58-56 0 28-16 52-58 56z"/></g>`).join('')}</g>`,

  /** A radio studio. */
  studio:
    () => `<defs>${makuti('wall', c['coral-800'], c['coral-500'], 2)}</defs>${box(c['coral-800'])}<g opacity="0.35">${box('url(#wall)')}</g>
<g transform="translate(400 270)" fill="none" stroke="${c['mango-400']}" stroke-width="12" stroke-linecap="round">${[150, 205, 260].map((r) => `<path d="M${-r * 0.8}-${r * 0.6}a${r} ${r} 0 0 0 0 ${r * 1.2}M${r * 0.8}-${r * 0.6}a${r} ${r} 0 0 1 0 ${r * 1.2}"/>`).join('')}</g>
<path d="M400 380v120" stroke="${c['sand-50']}" stroke-width="18"/><path d="M296 250v40a104 104 0 0 0 208 0v-40" fill="none" stroke="${c['sand-50']}" stroke-width="16"/>
<rect x="328" y="100" width="144" height="250" rx="72" fill="${c['lagoon-900']}"/><g transform="translate(328 190)"><path fill="${c['mango-400']}" d="M0 0h144v10H0zM0 70h144v10H0z"/><g transform="translate(0 12) scale(1.5 2)">${border(96).replaceAll(/<path fill="#f[^"]+" d="M0 0h96v28H0z"\/>/g, '')}</g></g>
<g fill="${c['lagoon-500']}">${[128, 168, 208].map((y) => [360, 400, 440].map((x) => (y < 180 ? `<circle cx="${x}" cy="${y}" r="7"/>` : '')).join('')).join('')}</g>
${box(c['lagoon-950'], 0, 490, 800, 110)}<g transform="translate(0 490)">${row(12, 68, (i) => `<g transform="translate(34 0)"><path d="M0 24v62" stroke="${c['lagoon-700']}" stroke-width="8" stroke-linecap="round"/><rect x="-18" y="${30 + ((i * 29) % 40)}" width="36" height="16" rx="5" fill="${[c['mango-400'], c['coral-500'], c['sand-50']][i % 3]}"/></g>`)}</g>`,

  /** A dhow under construction, with half of its planks. */
  boatyard:
    () => `<defs>${makuti('roof', c['sand-300'], c['sand-600'], 1.1)}</defs>${box(c['sand-100'])}<circle cx="640" cy="210" r="84" fill="${c['mango-400']}"/>
${box(c['lagoon-500'], 0, 300, 800, 110)}<g transform="translate(0 324)">${waves(3, c['lagoon-200'])}</g>${box(c['sand-200'], 0, 400, 800, 200)}
${at([730, 420], 1, palm(c['sand-600'], c['lagoon-700']))}
<path fill="${c['mango-800']}" d="M60 280c120 50 260 64 400 56 90-6 160-30 220-72-6 130-70 210-200 226H270C150 480 80 400 60 280z"/>
<path fill="none" stroke="${c['sand-600']}" stroke-width="14" d="M76 318c130 50 270 60 400 50 80-8 140-28 192-60M98 366c120 40 250 48 370 40 70-6 130-24 176-50M134 420c100 26 220 34 320 26 60-4 110-16 152-34"/>
<g stroke="${c['sand-300']}" stroke-width="13" fill="none">${[150, 220, 290, 360, 430, 500, 570].map((x, i) => `<path d="M${x} ${488 - Math.abs(3 - i) * 9}C${x - 14} 420 ${x - 10} 300 ${x + (i - 3) * 6} ${240 - Math.abs(3 - i) * 4}"/>`).join('')}</g>
<path fill="none" stroke="${c['coral-500']}" stroke-width="16" d="M58 276c120 52 262 66 402 58 90-6 162-30 222-74"/>
<path d="M180 560l60-90M310 560l-50-90M450 560l40-90M600 560l-60-90" stroke="${c['mango-800']}" stroke-width="18" stroke-linecap="round"/>
<g transform="translate(310 140) scale(0.42)">${bust({ skin: 3, cover: 'kofia', dress: c['lagoon-700'], cloth: cloths[0]!, scarf: '' })}</g><g transform="translate(96 150) scale(0.38)">${bust({ skin: 0, cover: 'wrap', dress: c['mango-400'], cloth: cloths[4]!, scarf: c['coral-500'] })}</g>
<path fill="none" stroke="${c['coral-500']}" stroke-width="16" d="M58 276c120 52 262 66 402 58 90-6 162-30 222-74"/><path fill="${c['mango-800']}" d="M70 296c120 46 256 60 392 52 84-6 150-26 206-62l-14 40c-60 30-120 44-190 48-130 8-260-4-384-46z"/>
<path fill="${c['sand-300']}" d="M0 560h800v40H0z"/>`,

  /** A group of people. */
  people:
    () => `<defs>${cloth('a', 3, cloths[0]!)}${cloth('b', 1, cloths[2]!)}${cloth('d', 0, cloths[1]!)}${cloth('e', 2, cloths[5]!)}${cloth('f', 0, cloths[0]!)}</defs>${box(c['mango-200'])}
<g transform="translate(400 300) scale(5.6)" opacity="0.5">${rosette(c['mango-400'])}</g>
<g transform="translate(20 130) scale(0.56)">${bust({ skin: 0, cover: 'kofia', dress: 'url(#e)', cloth: cloths[2]!, scarf: '' })}</g>
<g transform="translate(440 126) scale(0.56)">${bust({ skin: 3, cover: 'afro', dress: 'url(#d)', cloth: cloths[4]!, scarf: '' })}</g>
<g transform="translate(230 96) scale(0.56)">${bust({ skin: 1, cover: 'locs', dress: 'url(#a)', cloth: cloths[1]!, scarf: '' })}</g>
<g transform="translate(-40 268) scale(0.66)">${bust({ skin: 2, cover: 'braids', dress: 'url(#d)', cloth: cloths[0]!, scarf: '' })}</g>
<g transform="translate(442 268) scale(0.66)">${bust({ skin: 4, cover: 'beard', dress: 'url(#b)', cloth: cloths[5]!, scarf: '', glasses: true })}</g>
<g transform="translate(196 246) scale(0.7)">${bust({ skin: 0, cover: 'hijab', dress: 'url(#b)', cloth: cloths[1]!, scarf: c['lagoon-500'] })}</g>`,

  /** Tables in a courtyard, and a robot. */
  'coast-tech-day':
    () => `<defs>${cloth('a', 3, cloths[0]!, 0, 1.5)}${cloth('b', 4, cloths[2]!, 0, 1.5)}</defs>${box(c['sand-200'])}
${[110, 310, 510, 710].map((x) => `<g transform="translate(${x} 380)"><path fill="${c['sand-300']}" d="${arch(180, 290)}"/><path fill="${c['lagoon-200']}" d="${arch(140, 262)}"/></g>`).join('')}<g transform="translate(0 70)">${teeth(800, 40, c['sand-300'])}</g>${box(c['sand-300'], 0, 50, 800, 22)}
${box(c['sand-100'], 0, 380, 800, 220)}
<g transform="translate(70 158) scale(0.42)">${bust({ skin: 0, cover: 'bun', dress: 'url(#a)', cloth: cloths[0]!, scarf: '' })}</g><g transform="translate(280 148) scale(0.42)">${bust({ skin: 3, cover: 'kofia', dress: 'url(#b)', cloth: cloths[2]!, scarf: '', glasses: true })}</g>
<path fill="${c['mango-800']}" d="M30 396h500v26H30zM60 422h22v120H60zM478 422h22v120h-22z"/>
<path fill="${c['lagoon-950']}" d="M120 314h124a8 8 0 0 1 8 8v74H112v-74a8 8 0 0 1 8-8zM336 314h124a8 8 0 0 1 8 8v74H328v-74a8 8 0 0 1 8-8z"/><circle cx="182" cy="352" r="12" fill="${c['mango-400']}"/><circle cx="398" cy="352" r="12" fill="${c['coral-500']}"/>
<path d="M252 410C300 410 250 500 320 500S380 440 430 500 520 540 590 512" fill="none" stroke="${c['lagoon-700']}" stroke-width="8"/><path d="M110 410c-40 20-30 90 20 96s60 40 120 34" fill="none" stroke="${c['coral-500']}" stroke-width="8"/>
<g transform="translate(650 360)"><path d="M0-112v-34" stroke="${c['lagoon-900']}" stroke-width="7"/><circle cy="-152" r="13" fill="${c['coral-500']}"/><rect x="-66" y="-112" width="132" height="96" rx="20" fill="${c['mango-400']}"/><rect x="-48" y="-92" width="96" height="52" rx="14" fill="${c['lagoon-900']}"/><circle cx="-20" cy="-66" r="11" fill="${c['lagoon-200']}"/><circle cx="20" cy="-66" r="11" fill="${c['lagoon-200']}"/><rect x="-80" y="-8" width="160" height="112" rx="18" fill="${c['lagoon-500']}"/><g transform="translate(0 48) scale(0.82)">${rosette(c['sand-50'])}</g><path d="M-80 20c-34 4-40 34-40 64M80 20c34 4 46-10 46-50" stroke="${c['lagoon-900']}" stroke-width="13" fill="none" stroke-linecap="round"/><circle cx="-42" cy="122" r="30" fill="${c['lagoon-950']}"/><circle cx="42" cy="122" r="30" fill="${c['lagoon-950']}"/><circle cx="-42" cy="122" r="11" fill="${c['sand-300']}"/><circle cx="42" cy="122" r="11" fill="${c['sand-300']}"/></g>`,

  /** A stage by the sea, under lanterns. */
  'night-of-drums-and-words':
    () => `${box(c['lagoon-900'])}<circle cx="640" cy="150" r="72" fill="${c['mango-200']}"/>${box(c['lagoon-700'], 0, 290, 800, 120)}<g transform="translate(0 316)">${waves(3, c['lagoon-500'])}</g><path d="M560 316h170M590 344h120" stroke="${c['mango-200']}" stroke-width="7" stroke-dasharray="50 20 20 24"/>
<path d="M-20 70Q200 150 400 86T820 70" fill="none" stroke="${c['sand-600']}" stroke-width="5"/>${[70, 200, 330, 480, 760].map((x, i) => `<g transform="translate(${x} ${[104, 116, 98, 76, 76][i]})"><circle cy="40" r="52" fill="${c['mango-400']}" opacity="0.18"/><path fill="${c['sand-600']}" d="M-16 8h32l6 12h-44zM-20 62h40l-6 12h-28z"/><path fill="${[c['mango-400'], c['coral-500']][i % 2]}" d="M-22 20h44l-2 42h-40z"/></g>`).join('')}
<path d="M398 420V304" stroke="${c['sand-50']}" stroke-width="7"/><circle cx="398" cy="294" r="15" fill="${c['sand-50']}"/>
<g transform="translate(398 198) scale(0.38)">${bust({ skin: 1, cover: 'wrap', dress: c['mango-400'], cloth: cloths[0]!, scarf: c['coral-500'] })}</g><g transform="translate(80 220) scale(0.34)">${bust({ skin: 3, cover: 'kofia', dress: c['coral-500'], cloth: cloths[1]!, scarf: '' })}</g>
${[150, 262].map((x, i) => `<g transform="translate(${x} 424) scale(${1 - i * 0.16})"><path fill="${c['mango-800']}" d="M-62-112H62L42 0h-84z"/><path fill="${c['sand-50']}" d="M-66-124H66v20H-66z"/><path d="M-56-92l18 78 20-82 18 86 18-86 20 82 18-78" fill="none" stroke="${c['mango-400']}" stroke-width="6"/></g>`).join('')}
${box(c['sand-600'], 0, 420, 800, 22)}<g transform="translate(0 442) scale(1.5)">${border(534)}</g>${box(c['lagoon-900'], 0, 484, 800, 116)}
<g transform="translate(10 520)">${crowd(9, 98, [c['lagoon-700']])}</g><g transform="translate(-30 580)">${crowd(10, 94, [c['lagoon-950']])}</g>`,

  /** Breakfast on a roof above the harbour. */
  'founders-breakfast':
    () => `<defs>${cloth('spread', 3, cloths[2]!, 0, 2.8)}</defs>${box(c['mango-200'])}<circle cx="200" cy="200" r="92" fill="${c['mango-400']}"/>${box(c['lagoon-500'], 0, 250, 800, 140)}<g transform="translate(0 276)">${waves(4, c['lagoon-200'])}</g>${at([590, 300], 0.8, dhow())}${at([350, 276], 0.42, dhow(c['coral-500'], c['sand-50']))}
<g transform="translate(0 354)">${row(7, 120, () => `<path fill="${c['sand-300']}" d="M6 46V18L40-8l34 26v28z"/>`)}${box(c['sand-300'], 0, 46, 800, 220)}</g>
${at([760, 500], 1.15, palm(c['sand-600'], c['lagoon-700']))}
<path fill="url(#spread)" d="M70 430h620l44 170H26z"/><path fill="${c['mango-400']}" d="M70 430h620l4 14H66z"/>
<g transform="translate(210 440)"><ellipse rx="120" ry="24" fill="${c['sand-50']}"/>${[
      [-62, -8],
      [0, -4],
      [60, -8],
      [-30, -40],
      [32, -40],
    ]
      .map(
        ([x, y]) =>
          `<path transform="translate(${x} ${y})" fill="${c['sand-600']}" d="M-40 8Q-30-40 0-46 30-40 40 8 0 22-40 8z"/>`,
      )
      .join('')}</g>
<g transform="translate(448 448)"><path fill="${c['coral-500']}" d="M-64-120c0-40 128-40 128 0 34 44 20 110-14 120H-50c-34-10-48-76-14-120z"/><path d="M60-96c50-24 60-40 84-60M-60-104c-64-10-70 80-10 84" fill="none" stroke="${c['coral-500']}" stroke-width="17" stroke-linecap="round"/><path fill="${c['coral-800']}" d="M-46-146h92l-12-18h-68z"/><circle cy="-176" r="13" fill="${c['mango-400']}"/><g transform="translate(0 -66) scale(0.6)">${rosette(c['sand-50'])}</g></g>
${[
  [610, 456],
  [336, 520],
  [560, 540],
]
  .map(
    ([x, y]) =>
      `<g transform="translate(${x} ${y})"><ellipse cy="4" rx="58" ry="13" fill="${c['sand-200']}"/><path fill="${c['sand-50']}" d="M-36-50h72L26 0h-52z"/><path d="M34-42c28-4 26 28-2 28" fill="none" stroke="${c['sand-50']}" stroke-width="8"/><path fill="${c['mango-800']}" d="M-32-50h64l-2 8h-60z"/></g>`,
  )
  .join('')}`,

  /** A lane of the old town at night. */
  'night-walks':
    () => `${box(c['lagoon-700'])}<path fill="${c['mango-200']}" d="M440 90a46 46 0 1 0 40 70 52 52 0 0 1-40-70z"/><g fill="${c['mango-200']}"><circle cx="330" cy="80" r="5"/><circle cx="372" cy="160" r="4"/><circle cx="520" cy="50" r="4"/><circle cx="300" cy="190" r="4"/></g>
<path fill="${c['sand-600']}" d="M270 600V250h260v350z"/><path fill="${c['sand-600']}" d="M320 250v-50h60v50zM440 250v-90h60v90z"/>
<g transform="translate(400 520)"><path fill="${c['mango-800']}" d="${arch(130, 210)}"/><path fill="${c['mango-400']}" d="${arch(96, 178)}"/></g>
<path fill="${c['lagoon-900']}" d="M0 0h190l110 190v410H0z"/><path fill="${c['lagoon-950']}" d="M800 0H600L500 210v390h300z"/>
<path fill="${c['sand-300']}" d="M300 520h200l150 80H150z"/>
${balcony(56, 210, 1)}${balcony(700, 150, -1)}${balcony(620, 330, -0.74)}
<g transform="translate(110 590)"><path fill="${c['coral-800']}" d="${arch(150, 230)}"/><g transform="translate(0 -90) scale(1)">${rosette(c['mango-400'])}</g></g>
<path d="M240 104h90v40" fill="none" stroke="${c['mango-400']}" stroke-width="7"/><g transform="translate(330 142) scale(1.3)"><circle cy="44" r="120" fill="${c['mango-400']}" opacity="0.2"/><circle cy="44" r="70" fill="${c['mango-400']}" opacity="0.28"/><path fill="${c['mango-800']}" d="M-18 4h36l8 14h-52zM-24 70h48l-8 14h-32z"/><path fill="${c['mango-200']}" d="M-26 18h52l-3 52h-46z"/><path d="M0 18v52" stroke="${c['mango-800']}" stroke-width="4"/></g>
<g transform="translate(352 420) scale(0.2)">${bust({ skin: 1, cover: 'hijab', dress: c['coral-500'], cloth: cloths[0]!, scarf: c['coral-500'] })}</g><g transform="translate(420 440) scale(0.18)">${bust({ skin: 3, cover: 'short', dress: c['lagoon-500'], cloth: cloths[2]!, scarf: '' })}</g>`,

  /** A canoe between mangrove roots. */
  'mangrove-by-paddle':
    () => `${box(c['mango-200'])}<circle cx="420" cy="190" r="88" fill="${c['mango-400']}"/><path fill="${c['lagoon-200']}" d="M0 250q160-60 340-20t460-14v140H0z"/>${box(c['lagoon-500'], 0, 330, 800, 270)}<g transform="translate(0 364)">${waves(8, c['lagoon-200'])}</g>
${at([650, 350], 1.15, tree(c['lagoon-700'], c['lagoon-500']))}
<g transform="translate(220 206) scale(0.36)">${bust({ skin: 0, cover: 'braids', dress: c['coral-500'], cloth: cloths[1]!, scarf: '' })}</g><g transform="translate(390 200) scale(0.36)">${bust({ skin: 3, cover: 'kofia', dress: c['sand-50'], cloth: cloths[0]!, scarf: '' })}</g>
<path d="M250 300L170 520M556 290l80 220" stroke="${c['mango-800']}" stroke-width="13" stroke-linecap="round"/><path fill="${c['mango-800']}" d="M182 494l-34 76c-6 14 14 20 22 8l34-74zM624 484l34 76c6 14-14 20-22 8l-34-74z"/>
<path fill="${c['coral-800']}" d="M150 400c60 26 440 26 520-8-20 62-70 84-140 86H300c-70-2-124-22-150-78z"/><path d="M176 424c80 22 400 22 474-8" stroke="${c['mango-400']}" stroke-width="9" fill="none" stroke-dasharray="2 20" stroke-linecap="round"/>
<g transform="translate(90 470) scale(1.7)">${tree(c['lagoon-900'], c['lagoon-800'])}</g><g transform="translate(760 560) scale(1.1)"><path d="M0 0v-84" stroke="${c['mango-800']}" stroke-width="9"/><path fill="${c['lagoon-900']}" d="M0-70c-50-4-60-40-60-54 36 0 60 20 60 54zM0-84c0-36 24-56 58-56 0 28-16 52-58 56z"/></g>`,

  /** Spices on a counter, and the telephone for orders. */
  'spice-desk':
    () => `${box(c['lagoon-700'])}<g transform="translate(400 250) scale(5.4)" opacity="0.4">${rosette(c['lagoon-500'])}</g>
${box(c['mango-800'], 0, 60, 800, 18)}${[90, 190, 610, 710].map((x, i) => `<g transform="translate(${x} 78)"><path d="M0 0v30" stroke="${c['sand-300']}" stroke-width="4"/><path fill="${[c['coral-500'], c['mango-400']][i % 2]}" d="M-9 26C-34 60-20 110 0 128 20 110 34 60 9 26z"/><path fill="${c['lagoon-900']}" d="M-12 24h24l-4 14h-16z"/></g>`).join('')}
<g transform="translate(400 96)"><rect x="-84" width="168" height="290" rx="24" fill="${c['lagoon-950']}"/><rect x="-68" y="24" width="136" height="232" rx="8" fill="${c['sand-50']}"/><circle cy="110" r="44" fill="${c['lagoon-500']}"/><path d="M-20 110l14 16 28-32" stroke="${c['sand-50']}" stroke-width="11" fill="none" stroke-linecap="round" stroke-linejoin="round"/><path d="M-42 186h84M-42 212h56" stroke="${c['sand-300']}" stroke-width="11" stroke-linecap="round"/></g>
${box(c['sand-600'], 0, 446, 800, 24)}${box(c['sand-300'], 0, 470, 800, 130)}<g transform="translate(0 500) scale(1.7)">${border(471)}</g>
${[
  [100, c['mango-400'], c['coral-500']],
  [262, c['coral-500'], c['lagoon-900']],
  [548, c['coral-800'], c['mango-400']],
  [704, c['sand-600'], c['sand-50']],
]
  .map(
    ([x, heap, bowl]) =>
      `<g transform="translate(${x} 448)"><path fill="${heap}" d="M-66-62Q-20-160 0-164 20-160 66-62z"/><path fill="${bowl}" d="M-80-64H80C76-22 44 0 0 0s-76-22-80-64z"/><path d="M-70-44H70" stroke="${c['lagoon-950']}" stroke-width="7" stroke-dasharray="3 17" stroke-linecap="round"/></g>`,
  )
  .join('')}
<g transform="translate(400 446)"><path fill="${c['mango-800']}" d="M-70-30H70v14H-70zM-58-16H58V0H-58z"/></g>`,

  /** A fish market with a cold box in the sun. */
  'mariam-cold-boxes':
    () => `${box(c['sand-100'])}<circle cx="660" cy="130" r="76" fill="${c['mango-400']}"/>${around(12, (a) => `<path transform="translate(660 130) rotate(${a})" d="M0-94v-26" stroke="${c['mango-400']}" stroke-width="11" stroke-linecap="round"/>`)}
${box(c['lagoon-500'], 0, 270, 800, 110)}<g transform="translate(0 292)">${waves(3, c['lagoon-200'])}</g>${at([440, 300], 0.5, dhow(c['sand-50'], c['coral-500']))}${box(c['sand-200'], 0, 372, 800, 228)}
<path d="M30 130v420M380 130v420" stroke="${c['mango-800']}" stroke-width="14"/>${row(5, 84, (i) => `<path fill="${i % 2 ? c['sand-50'] : c['coral-500']}" d="M0 100h84v76a42 34 0 0 1-84 0z"/>`)}${box(c['coral-800'], 0, 86, 420, 20)}
<g transform="translate(96 202) scale(0.36)">${bust({ skin: 1, cover: 'wrap', dress: c['lagoon-700'], cloth: cloths[1]!, scarf: c['mango-400'] })}</g>
<path fill="${c['lagoon-100']}" d="M20 430h370v26H20z"/>${box(c['mango-800'], 20, 456, 370, 20)}<path fill="${c['sand-600']}" d="M40 476h20v110H40zM350 476h20v110h-20z"/>
${[
  [96, 414],
  [206, 410],
  [312, 416],
  [152, 392],
  [262, 390],
]
  .map(
    ([x, y], i) =>
      `<g transform="translate(${x} ${y}) scale(${i % 2 ? -1 : 1} 1)"><path fill="${[c['lagoon-500'], c['coral-500'], c['lagoon-800']][i % 3]}" d="M-48 0C-30-26 20-26 40-4L62-20V20L40 4C20 24-30 24-48 0z"/><circle cx="-30" cy="-4" r="4.500" fill="${c['sand-50']}"/></g>`,
  )
  .join('')}
<path d="M500 330l30-90M690 330l-20-70" stroke="${c['lagoon-950']}" stroke-width="11"/><path fill="${c['lagoon-900']}" d="M458 268l204-78 66 60-212 84z"/><path d="M512 304l210-80M486 286l206-80M526 242l62 62M592 216l62 62" stroke="${c['lagoon-200']}" stroke-width="5"/>
<rect x="470" y="330" width="250" height="226" rx="22" fill="${c['sand-50']}"/><path fill="${c['lagoon-500']}" d="M470 352a22 22 0 0 1 22-22h206a22 22 0 0 1 22 22v40H470z"/><g transform="translate(595 476) scale(1.25)">${rosette(c['lagoon-500'])}</g><path d="M560 362h70" stroke="${c['sand-50']}" stroke-width="12" stroke-linecap="round"/><circle cx="512" cy="560" r="24" fill="${c['lagoon-950']}"/><circle cx="678" cy="560" r="24" fill="${c['lagoon-950']}"/>`,

  /** Roofs from above, with the paths between them. */
  'hamisi-footpaths':
    () => `${box(c['sand-200'])}<path d="M-20 470C140 430 150 300 300 300S470 160 560 150 760 60 840 70M300 300c60 60 80 180 200 190s170-80 330-70M120-20c10 120 60 200 130 250M560 150c40 90 20 180-20 250" fill="none" stroke="${c['sand-50']}" stroke-width="40" stroke-linecap="round"/>
${(
  [
    [60, 90, 120, 84, -8, 0],
    [30, 240, 130, 110, 6, 1],
    [190, 60, 110, 96, 10, 2],
    [340, 40, 140, 90, -6, 3],
    [360, 170, 96, 84, 12, 0],
    [560, 20, 120, 70, 8, 1],
    [640, 150, 130, 100, -10, 2],
    [610, 290, 110, 90, 6, 0],
    [740, 250, 120, 90, -4, 3],
    [420, 330, 96, 80, -8, 1],
    [170, 380, 130, 96, 8, 3],
    [60, 500, 120, 90, -6, 2],
    [230, 510, 150, 90, 4, 0],
    [590, 500, 130, 90, -8, 1],
    [740, 480, 100, 100, 10, 0],
    [400, 530, 110, 80, 6, 2],
  ] as const
)
  .map(([x, y, w, h, turn, kind]) => roof(x, y, w, h, turn, kind))
  .join('')}
<path d="M40 452C150 420 160 306 300 300S470 160 560 150" fill="none" stroke="${c['coral-500']}" stroke-width="9" stroke-dasharray="2 22" stroke-linecap="round"/>
${[
  [40, 452, c['lagoon-700']],
  [560, 150, c['coral-500']],
]
  .map(
    ([x, y, ink]) =>
      `<g transform="translate(${x} ${y})"><ellipse rx="26" ry="8" fill="${c['sand-600']}"/><path fill="${ink}" d="M0 0C-20-50-50-70-50-106a50 50 0 0 1 100 0C50-70 20-50 0 0z"/><circle cy="-106" r="20" fill="${c['sand-50']}"/></g>`,
  )
  .join('')}
${[
  [500, 250],
  [280, 170],
  [690, 420],
  [20, 380],
]
  .map(
    ([x, y]) =>
      `<g transform="translate(${x} ${y}) scale(0.52)">${around(8, (a) => `<path transform="rotate(${a})" fill="${c['lagoon-700']}" d="M0 0C-20-30-16-70 0-96 16-70 20-30 0 0z"/>`)}<circle r="14" fill="${c['sand-600']}"/></g>`,
  )
  .join('')}`,

  /** Four tiles, one for each department. */
  tiles: () =>
    `${box(c['lagoon-900'])}${[
      [
        0,
        0,
        c['coral-500'],
        `<g transform="translate(0 20) scale(1.9)">${rosette(c['sand-50'])}</g>`,
      ],
      [
        400,
        0,
        c['mango-400'],
        `<g transform="translate(-6 120) scale(0.8)">${dhow(c['sand-50'], c['coral-500'])}</g>`,
      ],
      [
        0,
        300,
        c['lagoon-500'],
        `<g transform="translate(0 110)"><path fill="${c['lagoon-900']}" d="${arch(210, 220)}"/><path fill="${c['mango-400']}" d="${arch(160, 180)}"/><path fill="${c['lagoon-900']}" d="${arch(100, 130)}"/></g>`,
      ],
      [
        400,
        300,
        c['sand-100'],
        `<g transform="translate(-112 -40) scale(2)">${border(112)}</g><g transform="translate(-112 -110) scale(2)">${border(112, c['lagoon-500'])}</g>`,
      ],
    ]
      .map(
        ([x, y, ground, motif], i) =>
          `<clipPath id="t${i}"><path d="M${x} ${y}h400v300h-400z"/></clipPath><g clip-path="url(#t${i})">${box(String(ground), Number(x), Number(y), 400, 300)}<g transform="translate(${Number(x) === 0 ? 276 : 524} ${Number(y) + 160})">${motif}</g></g>`,
      )
      .join('')}`,
} satisfies Record<string, () => string>

/** A carved balcony on a wall. `side` 1 draws it to the right of x, -1 to the left. */
function balcony(x: number, y: number, side: number) {
  const slats = [14, 34, 54, 74, 94, 114]
    .map((position) => `<path d="M${position} 44v66" stroke="${c['mango-400']}" stroke-width="6"/>`)
    .join('')
  return `<g transform="translate(${x} ${y}) scale(${side} ${Math.abs(side)})"><path fill="${c['sand-600']}" d="M-16-70L136-40v20H-16z"/><path fill="${c['mango-800']}" d="M0-40h10V110H0zM120-30h10v140h-10zM0 36h130v10H0zM-6 108h142v18H-6zM0 126h40L0 170z"/>${slats}<g transform="translate(65 4) scale(0.5)">${rosette(c['mango-400'])}</g></g>`
}

/** A roof from above, made of tiles, tin or leaves. */
function roof(x: number, y: number, width: number, height: number, turn: number, kind: number) {
  const [light, dark] = [
    [c['coral-500'], c['coral-800']],
    [c['sand-600'], c['mango-800']],
    [c['mango-400'], c['sand-600']],
    [c['lagoon-200'], c['lagoon-500']],
  ][kind]!
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><path fill="${c['sand-300']}" d="M10 12h${width}v${height}H10z"/><path fill="${light}" d="M0 0h${width}v${height}H0z"/><path fill="${dark}" d="M0 ${height / 2}h${width}v${height / 2}H0z"/></g>`
}

function bunting(x: number) {
  return x < 400
    ? 60 + 60 * Math.sin((x / 400) * Math.PI) * 0.9
    : 68 + 16 * Math.sin((x / 800) * Math.PI)
}

function fruit(ink: string) {
  return [-44, -4, 36, -24, 16]
    .map((x, i) => `<circle cx="${x}" cy="${i < 3 ? -46 : -76}" r="26" fill="${ink}"/>`)
    .join('')
}

function tree(crown: string, light: string) {
  return `<g stroke="${c['mango-800']}" fill="none" stroke-linecap="round"><path d="M0 0v-130" stroke-width="24"/><path stroke-width="13" d="M0-50C-50-40-84-10-92 40M0-50C50-40 84-10 92 40M0-40C-24-20-40 0-44 44M0-40C24-20 40 0 44 44M0-110C-20-140-60-150-84-150M0-120c20-24 50-34 80-36"/></g><g fill="${crown}"><circle cy="-200" r="92"/><circle cx="-96" cy="-168" r="62"/><circle cx="96" cy="-172" r="66"/></g><g fill="${light}"><circle cx="-30" cy="-226" r="34"/><circle cx="60" cy="-206" r="28"/><circle cx="-104" cy="-176" r="24"/></g>`
}
