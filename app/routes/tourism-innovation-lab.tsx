import { tourismInnovationLab as page } from '../../content/program-pages.ts'
import type { PageTexts } from '../../contract/content/public-items.ts'
import { cn } from '../lib/cn.ts'
import { readTexts } from '../page-context.ts'
import { ComingSoonButton, ComingSoonNote, PageHero, Section } from '../site/page-parts.tsx'
import { LazyImage } from '../site/lazy-image.tsx'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { grounds, Motif } from '../site/motif.tsx'
import { Kanga } from '../site/motifs.tsx'
import { RichText } from '../site/rich-text.tsx'
import type { Route } from './+types/tourism-innovation-lab.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  texts: await readTexts(context, 'tourism-innovation-lab'),
})

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, { path: page.path })

export default function TourismInnovationLab({ loaderData: { texts } }: Route.ComponentProps) {
  const { features, proverb, motif } = page
  return (
    <main id="main">
      <PageHero title={texts.title} lead={texts.lead} motif={motif} />
      <Section title={features.title} tone="dark">
        <ol className="mt-10 grid grid-cols-1 gap-6 @min-[40rem]:grid-cols-2 @5xl:grid-cols-4">
          {texts.features.map(({ title, text }) => (
            <li key={title} className="relative border-t-4 border-dashed border-mango-400 pt-8">
              <span className="absolute -top-4 left-0 size-7 rounded-full border-4 border-mango-400 bg-lagoon-900" />
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Projects texts={texts} />
      <Kanga proverb={proverb} motif={motif} />
    </main>
  )
}

/** The projects in the shape of postcards with stamps. */
function Projects({ texts }: { texts: PageTexts<'tourism-innovation-lab'> }) {
  const { title, button, note } = page.projects
  return (
    <Section title={title} tone="sand">
      <ul className="mt-8 grid grid-cols-1 gap-6 @5xl:grid-cols-3">
        {projectsIn(texts).map((project, i) => (
          <li
            key={project.title}
            className="flex flex-col bg-white p-3 shadow-raised @3xl:@max-5xl:flex-row"
          >
            <LazyImage {...project.image} className="@3xl:@max-5xl:w-1/2" />
            <div className="flex flex-1 flex-col p-3">
              <div className="flex flex-wrap items-start justify-between gap-4">
                <h3 id={`project-${i}`} className="flex-1 basis-40 text-2xl">
                  {project.title}
                </h3>
                <Motif
                  name={project.motif}
                  className={cn(
                    'size-16 shrink-0 border-4 border-dotted border-coral-500',
                    grounds[project.motif],
                  )}
                />
              </div>
              <div className="mt-2 mb-5 flex-1">
                <RichText text={project.text} className={null} />
              </div>
              <ComingSoonButton
                name={button}
                about={project.title}
                describedBy={`project-${i} project-note`}
              />
            </div>
          </li>
        ))}
      </ul>
      <ComingSoonNote id="project-note" note={note} />
    </Section>
  )
}

function projectsIn(texts: PageTexts<'tourism-innovation-lab'>) {
  const { project1Title, project1, project1Picture } = texts
  const { project2Title, project2, project2Picture } = texts
  const { project3Title, project3, project3Picture } = texts
  const [motif1, motif2, motif3] = page.projects.motifs
  return [
    { title: project1Title, text: project1, image: project1Picture, motif: motif1 },
    { title: project2Title, text: project2, image: project2Picture, motif: motif2 },
    { title: project3Title, text: project3, image: project3Picture, motif: motif3 },
  ]
}
