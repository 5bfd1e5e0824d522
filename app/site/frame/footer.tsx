import type { ReactNode } from 'react'
import { useMatches } from 'react-router'
import { footer } from '../../../content/navigation.ts'
import { site } from '../../../content/site.ts'
import { inLanguage } from '../../../contract/content/items.ts'
import { linkPathIn } from '../../../contract/language/languages.ts'
import { callLink } from '../../../contract/phone-number.ts'
import { useLanguage } from '../../lib/language.tsx'
import { isLean } from '../../lib/route-handle.ts'
import { profilesOf, useContact } from '../contact.ts'
import { ExternalLink } from '../external-link.tsx'
import { SocialIcon } from '../motif.tsx'
import { Dhow } from '../motifs.tsx'
import { LinkName } from './link-name.tsx'

/** Year of the build or of the server start; scripts/enhance.ts updates it. */
const year = new Date().getFullYear()

const footerLink =
  'inline-flex min-h-11 items-center gap-2 py-1.5 leading-tight text-white underline-offset-4 wrap-anywhere hover:underline'

/** Spans both columns on narrow screens. */
const fullRow = '@max-5xl:col-span-full'

export function Footer() {
  const { tServer, language } = useLanguage()
  const contact = useContact()
  const hasIcons = !isLean(useMatches())
  return (
    <footer className="bg-lagoon-950 text-white print:hidden">
      <div className="kanga-border" />
      <div className="wrap grid grid-cols-1 gap-x-8 gap-y-8 py-12 @min-[20rem]:grid-cols-2 @5xl:grid-cols-[1.5fr_1fr_1fr_auto]">
        <div className={fullRow}>
          <p className="flex items-center gap-3 font-display text-xl font-bold">
            <Dhow className="size-11 shrink-0" />
            {site.name}
          </p>
          <p className="mt-4 max-w-xs text-lagoon-200">
            {inLanguage(contact, 'tagline', language)}
          </p>
          <ul className="mt-4 flex flex-wrap gap-x-4">
            {profilesOf(contact).map(({ name, href }) => (
              <li key={name}>
                <ExternalLink className={footerLink} href={href}>
                  {hasIcons ? <SocialIcon name={name} className="size-5 shrink-0" /> : null}
                  {name}
                </ExternalLink>
              </li>
            ))}
          </ul>
        </div>
        <Column title={tServer('Programs')}>
          {footer.programs.map((name) => (
            <FooterLink key={name} name={tServer(name)} href="/programs" />
          ))}
        </Column>
        <Column title={tServer('Quick Links')}>
          {footer.quickLinks.map(({ name, href }) => (
            <FooterLink key={href} name={tServer(name)} href={href} />
          ))}
        </Column>
        <Column title={tServer('Contact')} className={fullRow}>
          {contact.address.map((line) => (
            <li key={line} className="text-lagoon-200">
              {line}
            </li>
          ))}
          <FooterLink name={contact.email} href={`mailto:${contact.email}`} />
          <FooterLink name={contact.phone} href={callLink(contact.phone)} />
        </Column>
      </div>
      <div className="border-t border-lagoon-700">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-8 py-3 text-sm">
          <p>
            © <span data-year>{year}</span> {site.name}
          </p>
          <ul className="flex flex-wrap gap-x-6">
            {footer.legal.map(({ name, href }) => (
              <FooterLink key={href} name={tServer(name)} href={href} />
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}

interface ColumnProps {
  title: string
  className?: string
  children: ReactNode
}

function Column({ title, className, children }: ColumnProps) {
  return (
    <div className={className}>
      <h2 className="text-lg text-mango-400">{title}</h2>
      <ul className="mt-3">{children}</ul>
    </div>
  )
}

function FooterLink({ name, href }: { name: string; href: string }) {
  const { language } = useLanguage()
  return (
    <li>
      <a className={footerLink} href={linkPathIn(language, href)}>
        <LinkName {...{ name, href }} />
      </a>
    </li>
  )
}
