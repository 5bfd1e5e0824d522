import { tourismInnovationLab as page } from '../../content/program-pages.ts'
import { cn } from '../lib/cn.ts'
import { ComingSoonButton, ComingSoonNote, PageHero, Section } from '../site/page-parts.tsx'
import { LazyImage } from '../site/lazy-image.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { grounds, Motif } from '../site/motif.tsx'
import { Kanga } from '../site/motifs.tsx'

export const meta = () => metadata({ title: page.title, description: page.lead, path: page.path })

export default function TourismInnovationLab() {
  const { features, proverb, motif } = page
  return (
    <main id="main">
      <PageHero {...page} />
      <Section title={features.title} tone="dark">
        <ol className="mt-10 grid grid-cols-1 gap-6 @min-[40rem]:grid-cols-2 @5xl:grid-cols-4">
          {features.items.map(({ title, text }) => (
            <li key={title} className="relative border-t-4 border-dashed border-mango-400 pt-8">
              <span className="absolute -top-4 left-0 size-7 rounded-full border-4 border-mango-400 bg-lagoon-900" />
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Projects />
      <Kanga proverb={proverb} motif={motif} />
    </main>
  )
}

/** The projects in the shape of postcards with stamps. */
function Projects() {
  const { title, items, button, note } = page.projects
  return (
    <Section title={title} tone="sand">
      <ul className="mt-8 grid grid-cols-1 gap-6 @5xl:grid-cols-3">
        {items.map((project, i) => (
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
              <p className="mt-2 mb-5 flex-1">{project.text}</p>
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
