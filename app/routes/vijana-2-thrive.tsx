import { consultancyPage } from '../../content/consultancies.ts'
import { vijana2Thrive as page } from '../../content/vijana-2-thrive.ts'
import { applyByMail } from '../site/apply-by-mail.ts'
import { Figures } from '../site/figures.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { PageHero } from '../site/page-hero.tsx'
import { TextPage } from '../site/text-page.tsx'
import { buttonStyle } from '../ui/button.tsx'

export const meta = () =>
  metadata({
    title: page.title,
    description: page.call.shortDescription,
    path: page.path,
    type: 'article',
    published: page.call.dateAdded,
    section: page.call.category,
    tags: page.call.tags,
  })

export default function Vijana2Thrive() {
  return (
    <main id="main">
      <PageHero title={page.title} lead={page.lead} motif="dira">
        <Apply name={page.apply} />
      </PageHero>
      <div className="bg-lagoon-900">
        <div className="wrap pt-2 pb-10">
          <Figures figures={page.facts} />
        </div>
      </div>
      <TextPage
        sections={page.sections}
        contents={page.contents}
        before={
          <a className="link" href={consultancyPage.path}>
            ← {page.back}
          </a>
        }
      >
        <Apply name={page.send} />
      </TextPage>
    </main>
  )
}

function Apply({ name }: { name: string }) {
  return (
    <a
      href={applyByMail(page.call.title)}
      className={buttonStyle({ size: 'lg', className: 'mt-7' })}
    >
      {name}
    </a>
  )
}
