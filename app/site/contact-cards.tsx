import { contactItems } from '../../content/contact.ts'

export function ContactCards() {
  return (
    <ul className="mt-8 grid grid-cols-1 gap-6 @5xl:grid-cols-3">
      {contactItems.map(({ id, title, content, link, note }) => (
        <li key={id} className="rounded-md border-t-8 border-coral-500 bg-white p-6">
          <h3 className="text-xl">{title}</h3>
          <p className="flex min-h-11 items-center font-semibold">
            {content.join(', ')}
            {link ? (
              <a className="link inline-flex min-h-11 items-center" href={link.href}>
                {link.name}
              </a>
            ) : null}
          </p>
          <p>{note}</p>
        </li>
      ))}
    </ul>
  )
}
