import { donation } from '../../content/donation.ts'
import type { PageTexts } from '../../contract/content/public-items.ts'
import { callLink, toInternationalNumber } from '../../contract/phone-number.ts'
import { buttonStyle } from '../ui/button.tsx'
import { useContact } from './contact.ts'
import { ExternalLink } from './external-link.tsx'
import { Fact } from './fact.tsx'

interface HowToGiveProps {
  texts: PageTexts<'giving'>
}

/** Ways to pay that staff have entered, and links to tell the foundation about a gift. */
export function HowToGive({ texts }: HowToGiveProps) {
  const { phone, email } = useContact()
  const { paybill, till, whatsapp } = texts
  const words = donation.giving
  const isPayable = paybill !== null || till !== null
  return (
    <section aria-labelledby="how-to-give" className="mt-10 max-w-2xl">
      <h2 id="how-to-give" className="text-title">
        {words.title}
      </h2>
      {isPayable ? <Payment texts={texts} /> : null}
      <p className="mt-4 text-lg">{isPayable ? words.tell : words.ask}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {whatsapp === null ? null : (
          <MessageLink name={words.whatsapp} href={`https://wa.me/${waNumber(whatsapp)}?text=`} />
        )}
        <MessageLink
          name={words.email}
          href={`mailto:${email}?subject=${encodeURIComponent(words.subject)}&body=`}
        />
      </div>
      {isPayable ? <p className="mt-4">{words.questions}</p> : null}
      <p className="mt-2 flex flex-wrap gap-x-6">
        <a className="link inline-flex min-h-11 items-center" href={callLink(phone)}>
          {phone}
        </a>
        <a className="link inline-flex min-h-11 items-center" href={`mailto:${email}`}>
          {email}
        </a>
      </p>
    </section>
  )
}

function Payment({ texts }: HowToGiveProps) {
  const { paybill, till, account, standingOrder } = texts
  const words = donation.giving
  const facts = [
    { name: words.paybill, value: paybill },
    { name: words.account, value: paybill === null ? null : account },
    { name: words.till, value: till },
  ]
  return (
    <>
      <dl className="tiles my-6 gap-y-4 border-y-4 border-dotted border-coral-500 py-5 [&_dd]:font-semibold [&_dt]:text-sm">
        {facts.map(({ name, value }) =>
          value === null ? null : (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ),
        )}
      </dl>
      {standingOrder.length > 0 ? (
        <>
          <h3 className="text-xl">{words.monthly}</h3>
          <ol className="mt-3 list-decimal space-y-1.5 pl-5">
            {standingOrder.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      ) : null}
    </>
  )
}

/** A link that sends a message. scripts/donation.ts puts the amount and the project into it. */
function MessageLink({ name, href }: { name: string; href: string }) {
  const { message, withoutChoice } = donation.giving
  const Link = href.startsWith('https:') ? ExternalLink : 'a'
  return (
    <Link
      href={href + encodeURIComponent(withoutChoice)}
      data-href={href}
      data-message={message}
      data-otherwise={withoutChoice}
      className={buttonStyle({ variant: 'outline' })}
    >
      {name}
    </Link>
  )
}

/** WhatsApp takes the number with country code, without a plus sign. */
function waNumber(typed: string) {
  return (toInternationalNumber(typed) ?? typed).replaceAll(/\D/g, '')
}
