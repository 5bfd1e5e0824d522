import { useLocation } from 'react-router'
import { navigation } from '../../../content/navigation.ts'
import { site } from '../../../content/site.ts'
import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import { linkPathIn } from '../../../contract/language/languages.ts'
import { cn } from '../../lib/cn.ts'
import { useLanguage } from '../../lib/language.tsx'
import { Caret, Dhow } from '../motifs.tsx'
import { LinkName } from './link-name.tsx'

interface MenuLink {
  name: PageSentence
  href: string
}

/**
 * Navigation bar. Dropdowns are `details` elements and the small-screen menu is a popover, so that
 * they work without scripts. scripts/enhance.ts adds opening by hover and closing by Escape.
 */
export function NavBar() {
  const { tServer } = useLanguage()
  return (
    <header className="sticky top-0 z-40 print:hidden">
      <nav aria-label={tServer('Main')} className="relative z-10 bg-lagoon-900 text-white">
        <div className="mx-auto flex min-h-16 max-w-7xl flex-wrap items-center gap-x-2 px-4 xl:px-8">
          <a
            href="/"
            aria-label={site.name}
            className="mr-auto flex min-w-0 items-center gap-2.5 py-2 no-underline"
          >
            <Dhow className="size-10" />
            <span className="w-29 shrink-0 font-display text-base leading-[1.15] font-bold md:max-lg:hidden">
              {site.name}
            </span>
          </a>
          <WideMenu />
          <button
            type="button"
            popoverTarget="menu"
            className="min-h-11 rounded-md border-2 border-lagoon-200/50 px-3 font-semibold md:hidden"
          >
            <span className="flex items-center gap-2">
              <span aria-hidden="true" className="h-3 w-4.5 border-y-2 border-mango-400" />
              {tServer('Menu')}
            </span>
            <span className="hidden">{tServer('Close')}</span>
          </button>
        </div>
        <SmallMenu />
      </nav>
      <div className="kanga-teeth pointer-events-none -mb-2.5 text-lagoon-900" />
    </header>
  )
}

function WideMenu() {
  const { language } = useLanguage()
  const { home, about, programs, departments, impact, contact, attachment, donate, events } =
    navigation
  return (
    <ul
      className={cn(
        'hidden flex-wrap items-center text-sm md:flex xl:text-base',
        language === 'sw' && 'max-lg:text-xs',
      )}
    >
      <Item link={home} />
      <Item link={about} />
      <Dropdown name="Programs" links={programs} />
      <Dropdown name="Departments" links={departments} />
      <Item link={impact} />
      <Item link={contact} />
      <Item link={attachment} />
      <ButtonItem link={donate} />
      <ButtonItem link={events} className="bg-mango-400 text-ink" />
    </ul>
  )
}

function Item({ link }: { link: MenuLink }) {
  return (
    <li>
      <MenuAnchor
        isInBar
        link={link}
        className="flex min-h-11 items-center rounded-sm px-[.35em] no-underline decoration-mango-400 decoration-3 underline-offset-8 hover:underline aria-[current]:underline xl:px-3"
      />
    </li>
  )
}

function ButtonItem({ link, className }: { link: MenuLink; className?: string }) {
  return (
    <li className="ml-1">
      <MenuAnchor
        isInBar
        link={link}
        className={cn(
          'flex min-h-11 items-center rounded-md border-2 border-mango-400 px-[.35em] font-semibold no-underline decoration-3 underline-offset-8 hover:underline aria-[current]:underline xl:px-3',
          className,
        )}
      />
    </li>
  )
}

function Dropdown({ name, links }: { name: PageSentence; links: readonly MenuLink[] }) {
  const { tServer } = useLanguage()
  return (
    <li>
      <details data-menu name="menu" className="group relative">
        <summary className="flex min-h-11 items-center gap-1.5 rounded-sm px-[.35em] decoration-mango-400 decoration-3 underline-offset-8 group-open:underline group-has-[[aria-current]]:underline hover:underline xl:px-3">
          {tServer(name)}
          <Caret className="fill-mango-400" />
        </summary>
        <div className="absolute top-full right-0 pt-3">
          <ul className="w-72 overflow-hidden rounded-md border border-line bg-white py-1.5 text-ink floating">
            {links.map((link) => (
              <li key={link.href}>
                <MenuAnchor
                  link={link}
                  className="flex min-h-11 items-center border-l-4 border-transparent px-4 no-underline hover:border-coral-500 hover:bg-sand-100 focus-visible:-outline-offset-3 aria-[current]:border-coral-500 aria-[current]:font-semibold"
                />
              </li>
            ))}
          </ul>
        </div>
      </details>
    </li>
  )
}

/** Menu on screens below 768 px, with the same links. Departments is a heading without link. */
function SmallMenu() {
  const { tServer } = useLanguage()
  const { home, about, programs, departments, impact, contact, attachment, donate, events } =
    navigation
  return (
    <div
      id="menu"
      popover="auto"
      className="fixed inset-x-0 top-16 bottom-auto m-0 max-h-[calc(100%-4rem)] w-full overflow-y-auto bg-white text-ink floating md:hidden"
    >
      <ul className="px-3 py-3">
        <SmallItem link={home} />
        <SmallItem link={about} />
        <li>
          <MenuAnchor
            link={{ name: 'Programs', href: '/programs' }}
            className={cn(smallLink, 'font-semibold')}
          />
          <SmallList links={programs.slice(1)} />
        </li>
        <li>
          <span className="flex min-h-11 items-center px-3 text-muted">
            {tServer('Departments')}
          </span>
          <SmallList links={departments} />
        </li>
        <SmallItem link={impact} />
        <SmallItem link={contact} />
        <SmallItem link={attachment} />
        <SmallItem link={donate} />
        <SmallItem link={events} />
      </ul>
      <div className="kanga-border" />
    </div>
  )
}

const smallLink =
  'flex min-h-11 items-center rounded-sm px-3 no-underline aria-[current]:bg-lagoon-100 focus-visible:-outline-offset-3'

function SmallItem({ link }: { link: MenuLink }) {
  return (
    <li>
      <MenuAnchor link={link} className={cn(smallLink, 'font-semibold')} />
    </li>
  )
}

function SmallList({ links }: { links: readonly MenuLink[] }) {
  return (
    <ul className="ml-3 border-l-4 border-sand-200">
      {links.map((link) => (
        <li key={link.href}>
          <MenuAnchor link={link} className={smallLink} />
        </li>
      ))}
    </ul>
  )
}

interface MenuAnchorProps {
  link: MenuLink
  className: string
  /** Whether the link is in the bar itself, not in a menu. */
  isInBar?: boolean
}

function MenuAnchor({ link, className, isInBar = false }: MenuAnchorProps) {
  const { tServer, language } = useLanguage()
  // Removes the trailing slash that prerendered pages have.
  const path = useLocation().pathname.replace(/(?<=.)\/$/, '')
  const href = linkPathIn(language, link.href)
  return (
    <a href={href} className={className} aria-current={path === href ? 'page' : undefined}>
      <LinkName name={tServer(link.name)} href={link.href} isMarkHidden={isInBar} />
    </a>
  )
}
