import { colours as c } from './colours.ts'

// SVG drawings and patterns of the coast, used in scenes and portraits.

type Point = readonly [x: number, y: number]

/** Draws something `count` times around the origin, at equal angles. */
export function around(count: number, draw: (angle: number) => string) {
  return Array.from({ length: count }, (_, i) => draw((i * 360) / count)).join('')
}

/** Draws something `count` times from left to right, `step` apart. */
export function row(count: number, step: number, draw: (i: number) => string) {
  return Array.from(
    { length: count },
    (_, i) => `<g transform="translate(${i * step} 0)">${draw(i)}</g>`,
  ).join('')
}

export function at([x, y]: Point, scale: number, drawing: string) {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${drawing}</g>`
}

/** Rosette of a carved Lamu door, 100 wide, with its centre at the origin. */
export function rosette(ink: string) {
  const petal = `<path d="M0-8C9-15 9-28 0-36-9-28-9-15 0-8z" fill="${ink}"/><circle cx="16.3" cy="-39.5" r="2.6" fill="${ink}"/>`
  return `<circle r="47" fill="none" stroke="${ink}" stroke-width="3"/>${around(8, (angle) => `<g transform="rotate(${angle})">${petal}</g>`)}<circle r="5" fill="${ink}"/>`
}

/** Row of teeth that point down, from the origin to the right. */
export function teeth(width: number, size: number, ink: string) {
  const count = Math.ceil(width / size)
  const path = Array.from(
    { length: count },
    () => `l${size / 2} ${size * 0.6}l${size / 2}-${size * 0.6}`,
  )
  return `<path fill="${ink}" d="M0 0${path.join('')}z"/>`
}

/** Border of a kanga (pindo), from the origin to the right. It is 28 high and repeats every 56. */
export function border(width: number, ground = c['coral-500']) {
  const tile = `<path fill="${c['mango-400']}" d="M8 14c0-5 8-6 12-2 2 2 5 2 8 0-1 6-8 8-11 5-2-2-9 1-9-3z"/><circle cx="42" cy="14" r="4.2" fill="${c['sand-50']}"/>`
  return `<path fill="${ground}" d="M0 0h${width}v28H0z"/>${teeth(width, 14, c['lagoon-950'])}<g transform="translate(0 28) scale(1 -1)">${teeth(width, 14, c['lagoon-950'])}</g>${row(Math.ceil(width / 56), 56, () => tile)}`
}

/** Pointed arch, such as a niche or window. Its base is centred at the origin. */
export function arch(width: number, height: number) {
  const half = width / 2
  const spring = height - half * 1.25
  return `M${-half} 0V${-spring}C${-half}-${spring + half * 0.75} ${-half * 0.45}-${height - half * 0.2} 0-${height}C${half * 0.45}-${height - half * 0.2} ${half}-${spring + half * 0.75} ${half}-${spring}V0z`
}

/** Dhow that sails to the right, 240 high. Its waterline is the x axis. */
export function dhow(sail = c['sand-50'], stripe = c['coral-500']) {
  return `<path d="M-4-40V-226" stroke="${c['sand-600']}" stroke-width="6"/>
<path fill="${sail}" d="M84-246c28 88 14 156-38 204-46 4-94-2-138-18C-34-94 42-164 84-246z"/>
<path fill="${stripe}" d="M97-178c5 52-8 96-44 134l-20 2c40-38 60-82 62-136z"/>
<path d="M-100-64C-22-104 50-178 90-258" stroke="${c['sand-600']}" stroke-width="5" stroke-linecap="round" fill="none"/>
<path fill="${c['lagoon-950']}" d="M-122-38c24 8 46 10 72 10H66c20 0 38-6 54-18-2 36-26 58-66 58H-46c-42 0-68-18-76-50z"/>
<path d="M-112-20c20 6 40 7 62 7H72c14 0 28-4 40-10" stroke="${c['coral-500']}" stroke-width="5" fill="none"/>`
}

/** Rows of waves as on a kanga, from the origin down. Each row is 26 high. */
export function waves(rows: number, ink: string) {
  return Array.from({ length: Math.ceil(rows / 1.7) }, (_, i) => {
    const crests = Array.from({ length: 4 }, () => 'q22-18 44 0t44 0m140 0').join('')
    return `<path d="M${((i * 97) % 228) - 150} ${i * 46}${crests}" fill="none" stroke="${ink}" stroke-width="5" stroke-linecap="round"/>`
  }).join('')
}

/** SVG pattern with the given id: a roof of woven palm leaves (makuti). */
export function makuti(id: string, ground: string, ink: string, scale = 1) {
  return `<pattern id="${id}" width="36" height="36" patternUnits="userSpaceOnUse" patternTransform="scale(${scale})"><path fill="${ground}" d="M0 0h36v36H0z"/><path fill="none" stroke="${ink}" stroke-width="2.6" d="M0 18L18 0M4 22L22 4M8 26L26 8M18 18l18 18M22 14l14 14M14 22l14 14M26 10l10 10M0 26l10 10M10 26L0 36M36 8l-8-8"/></pattern>`
}

export interface Cloth {
  ground: string
  ink: string
  accent: string
}

export const cloths: Cloth[] = [
  { ground: c['coral-500'], ink: c['sand-50'], accent: c['lagoon-950'] },
  { ground: c['mango-400'], ink: c['coral-800'], accent: c['lagoon-900'] },
  { ground: c['lagoon-700'], ink: c['mango-400'], accent: c['sand-50'] },
  { ground: c['sand-50'], ink: c['coral-500'], accent: c['lagoon-900'] },
  { ground: c['coral-800'], ink: c['mango-400'], accent: c['sand-50'] },
  { ground: c['lagoon-500'], ink: c['sand-50'], accent: c['lagoon-950'] },
]

const figures: ((cloth: Cloth) => { size: number; drawing: string })[] = [
  // korosho: cashews
  ({ ink, accent }) => ({
    size: 78,
    drawing: `<path fill="${ink}" d="M14 34c0-16 20-20 32-9 5 5 11 6 19 2-2 18-21 26-32 17-6-5-19 3-19-10z"/><circle cx="29" cy="33" r="5" fill="${accent}"/><circle cx="64" cy="66" r="5" fill="${ink}"/><circle cx="6" cy="66" r="5" fill="${ink}"/>`,
  }),
  // nyota: stars in a lattice
  ({ ink, accent }) => ({
    size: 64,
    drawing: `<path d="M0 32L32 0 64 32 32 64z" fill="none" stroke="${ink}" stroke-width="5"/><path fill="${accent}" d="M32 18l5 9 9 5-9 5-5 9-5-9-9-5 9-5z"/><circle r="6" fill="${ink}"/><circle cx="64" r="6" fill="${ink}"/><circle cy="64" r="6" fill="${ink}"/><circle cx="64" cy="64" r="6" fill="${ink}"/>`,
  }),
  // mawimbi: waves
  ({ ink, accent }) => ({
    size: 60,
    drawing: `<path d="M-30 14q15 16 30 0t30 0 30 0 30 0" fill="none" stroke="${ink}" stroke-width="7"/><path d="M-30 44q15 16 30 0t30 0 30 0 30 0" fill="none" stroke="${accent}" stroke-width="7"/>`,
  }),
  // mbegu: seeds
  ({ ink, accent }) => ({
    size: 56,
    drawing: `<circle cx="14" cy="14" r="9" fill="${ink}"/><circle cx="42" cy="42" r="9" fill="${ink}"/><path fill="${accent}" d="M42 5l9 9-9 9-9-9zM14 33l9 9-9 9-9-9z"/>`,
  }),
  // pindo: bands of teeth
  ({ ink, accent }) => ({
    size: 60,
    drawing: `<path fill="${ink}" d="M0 0h60v6H0zM0 6h20l-10 14zM20 6h20L30 20zM40 6h20L50 20z"/><path fill="${accent}" d="M0 34h60v6H0zM0 52h60v4H0z"/>`,
  }),
]

/** SVG pattern with the given id: the inner field of a kanga. */
export function cloth(id: string, kind: number, colour: Cloth, turned = 0, scale = 1) {
  const { size, drawing } = figures[kind % figures.length]!(colour)
  return `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turned}) scale(${scale})"><path fill="${colour.ground}" d="M-1-1h${size + 2}v${size + 2}H-1z"/>${drawing}</pattern>`
}

/** Coconut palm, 300 high. Its trunk starts at the origin. */
export function palm(trunk: string, leaves: string) {
  const leaf = `<path fill="${leaves}" d="M0 0C30-34 84-38 122 2 88-16 44-10 0 0z"/>`
  return `<path d="M0 0C12-90 34-190 8-282" fill="none" stroke="${trunk}" stroke-width="15" stroke-linecap="round"/><g transform="translate(8 -284)">${[-168, -128, -72, -30, 8, 40, 150].map((turn) => `<g transform="rotate(${turn})">${leaf}</g>`).join('')}<circle cx="-7" cy="10" r="10" fill="${trunk}"/><circle cx="13" cy="12" r="10" fill="${trunk}"/></g>`
}

/** Roofs and tower of the old town, 1000 wide, from the origin to the right. */
export function oldTown(wall: string, shade: string) {
  return `<path fill="${wall}" d="M-400 0v-70H30v-64h72v34h60v-92h20l9-70 11-20 11 20 9 70h20v92h44v26h56v-60h86v60h40v34h70v-48h96v48h60v-30h86v30h40v-58h90v58h900v70z"/>
<path fill="${shade}" d="M50 0v-40a22 22 0 0 1 44 0V0zM172 0v-40a22 22 0 0 1 44 0V0zM318 0v-56a20 20 0 0 1 40 0V0zM500 0v-38a20 20 0 0 1 40 0V0zM668 0v-30a20 20 0 0 1 40 0V0zM820 0v-52a20 20 0 0 1 40 0V0zM193-150a9 9 0 0 1 18 0v20h-18zM46-90a9 9 0 0 1 18 0v18H46zM330-92a9 9 0 0 1 18 0v18h-18z"/>`
}
