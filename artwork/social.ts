import { mkdirSync } from 'node:fs'
import { socialPictures, socialPictureSize as size } from '../content/sharing.ts'
import { site } from '../content/site.ts'
import { colours as c } from './colours.ts'
import { render } from './draw.ts'
import { lettering, linesOf, widthOf } from './lettering.ts'
import { arch, border, dhow } from './motifs.ts'
import { type Scene, scenes } from './scenes.ts'

/**
 * `node artwork/social.ts` draws public/social, the pictures of shared links: one for each section
 * of the site. Run it after a change of content/sharing.ts, the scenes or the colours.
 */

/** Horizontal alignment of a scene in the window; centred by default. */
const sides: Partial<Record<Scene, 'xMin' | 'xMax'>> = { harbour: 'xMin', regatta: 'xMax' }

mkdirSync('public/social', { recursive: true })
await Promise.all(
  socialPictures.map(({ name, title, scene }) =>
    render(socialPicture(title, scenes[scene](), sides[scene] ?? 'xMid'), size)
      .png({ palette: true, colours: 64, effort: 4 })
      .toFile(`public/social/${name}.png`),
  ),
)

/** Title on the left, scene in an arched window on the right, kanga border at the bottom. */
function socialPicture(title: string, scene: string, side: string) {
  const fontSize = widthOf(title, 112) < 590 ? 112 : linesOf(title, 92, 590).length > 1 ? 82 : 92
  const lines = linesOf(title, fontSize, 590)
  const step = fontSize * 1.04
  const first = 330 - ((lines.length - 1) * step) / 2 + fontSize * 0.28
  const words = lines.map((line, i) =>
    lettering(line, 70, Math.round(first + i * step), fontSize, c['white']),
  )
  const window = `translate(930 574)`
  return `<path fill="${c['lagoon-900']}" d="M0 0h1200v630H0z"/>
<g transform="${window}"><path fill="${c['mango-400']}" d="${arch(476, 536)}"/><path fill="${c['lagoon-900']}" d="${arch(452, 522)}"/></g>
<clipPath id="frame"><path transform="${window}" d="${arch(428, 506)}"/></clipPath>
<g clip-path="url(#frame)"><svg x="716" y="60" width="428" height="514" viewBox="0 0 800 600" preserveAspectRatio="${side}YMid slice">${scene}</svg></g>
<g transform="translate(106 118) scale(0.27)">${dhow(c['mango-400'], c['coral-500']).replaceAll(c['lagoon-950'], c['sand-50'])}</g>
${lettering(site.name, 156, 116, 38, c['mango-400'])}
${words.join('')}
<g transform="translate(0 574) scale(2)">${border(600)}</g>`
}
