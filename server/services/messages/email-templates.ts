import type { Language } from '../../../contract/languages.ts'
import type { MessageKind } from '../../../contract/message.ts'
import type { DeclineReason } from '../../../contract/constants.ts'

/** The sender and its contacts. */
export interface Foundation {
  name: string
  email: string
  phone: string
}

/** The values of a template. */
export interface TemplateData {
  /** Empty if the typed name is not safe to repeat. */
  firstName: string
  referenceId: string
  /** The URL of the page with the status of the application; undefined without `PUBLIC_URL`. */
  statusPage: string | undefined
  foundation: Foundation
  decline: { reason: DeclineReason; message: string | null } | null
}

export interface RenderedText {
  subject: string
  text: string
}

/** Renders a message as plain text, with empty lines between paragraphs. */
export function renderTemplate(
  language: Language,
  kind: MessageKind,
  data: TemplateData,
): RenderedText {
  const { greeting, emails, ending } = texts[language]
  const { subject, paragraphs } = emails[kind](data)
  const all = [greeting(data), ...paragraphs, ending(data), signature(data)]
  return { subject, text: `${all.join('\n\n')}\n` }
}

interface Texts {
  greeting: (data: TemplateData) => string
  emails: Record<MessageKind, (data: TemplateData) => Template>
  ending: (data: TemplateData) => string
}

interface Template {
  subject: string
  paragraphs: string[]
}

function signature({ foundation: { name, email, phone } }: TemplateData) {
  return `-- \n${name}\n${email}\n${phone}`
}

const english: Texts = {
  greeting: ({ firstName }) => (firstName ? `Hello ${firstName},` : 'Hello,'),
  emails: {
    received: (data) => ({
      subject: `We have received your application ${data.referenceId}`,
      paragraphs: [
        `thank you for applying for an industrial attachment at ${data.foundation.name}. Your application has arrived. Its reference ID is:`,
        data.referenceId,
        `Please keep it. With it, and the phone number or email address of your application, you can see where your application stands, get a copy of your answers, or withdraw, on this page:`,
        englishStatusPage(data),
        `What happens next: our team reads every application. We write to this address as soon as there is a decision. Until then there is nothing for you to do.`,
      ],
    }),
    accepted: (data) => ({
      subject: `Your application ${data.referenceId} is accepted`,
      paragraphs: [
        `good news: we have accepted your application ${data.referenceId} for an industrial attachment at ${data.foundation.name}. Congratulations!`,
        `What happens next: we get in touch with you to agree on your first day and to tell you what to bring along. If your dates have changed, or you cannot come any more, please tell us soon by replying to this message.`,
        `You can always see where your application stands on this page:`,
        englishStatusPage(data),
      ],
    }),
    revoked: (data) => ({
      subject: `Your application ${data.referenceId} is not accepted at the moment`,
      paragraphs: [
        `we told you that your application ${data.referenceId} was accepted. We have had to take this back: your application is not accepted at the moment. We are sorry for this change.`,
        `What happens next: this page shows where your application stands now, and what follows.`,
        englishStatusPage(data),
        `If you would like to know more, please reply to this message.`,
      ],
    }),
    declined: (data) => ({
      subject: `A decision on your application ${data.referenceId}`,
      paragraphs: [
        `thank you for your interest in an industrial attachment at ${data.foundation.name}, and for the work that you put into your application ${data.referenceId}. We are sorry that we cannot offer you a place this time.`,
        ...(data.decline ? [englishReasons[data.decline.reason]] : []),
        ...(data.decline?.message ? [data.decline.message] : []),
        `What happens next: this application is closed, and you need not do anything. You are welcome to apply again.`,
        `You can always see where your application stands on this page:`,
        englishStatusPage(data),
      ],
    }),
    undeclined: (data) => ({
      subject: `Your application ${data.referenceId} is not declined`,
      paragraphs: [
        `we told you that we cannot offer you a place for your application ${data.referenceId}. We have taken this decision back, and are sorry for the confusion.`,
        `What happens next: this application stays closed. It is in our archive, and nobody is deciding on it. If you still expect an answer from us, please reply to this message. You are welcome to apply again.`,
        `You can always see where your application stands on this page:`,
        englishStatusPage(data),
      ],
    }),
    'brought back': (data) => ({
      subject: `Your application ${data.referenceId} is open again`,
      paragraphs: [
        `your application ${data.referenceId} for an industrial attachment at ${data.foundation.name} was closed. We have opened it again and look at it once more.`,
        `What happens next: we write to this address as soon as there is a decision. Until then there is nothing for you to do.`,
        `You can always see where your application stands on this page:`,
        englishStatusPage(data),
      ],
    }),
    withdrawn: (data) => ({
      subject: `You have withdrawn your application ${data.referenceId}`,
      paragraphs: [
        `as you asked, your application ${data.referenceId} for an industrial attachment at ${data.foundation.name} is withdrawn. We will not look at it any more.`,
        `If this was not you, or if you have changed your mind, please reply to this message soon: we can open it again. You are also welcome to apply anew.`,
      ],
    }),
  },
  ending: ({ foundation: { phone } }) =>
    `This message was written by our system; a reply reaches our team, and so does a call to ${phone}. If you have not applied, somebody has typed your address by mistake: please tell us.`,
}

/** Sentences for applicants; staff see shorter ones. */
const englishReasons: Record<DeclineReason, string> = {
  'no-place': 'The reason: the department that you chose has no place left.',
  documents: 'The reason: documents are missing, or we could not open them.',
  requirements: 'The reason: the requirements of the course are not met.',
  dates: 'The reason: your dates and ours do not fit together.',
  late: 'The reason: your application reached us after the time for it.',
  duplicate:
    'The reason: you have applied more than once. Your other application is not touched by this.',
  other: 'It was not possible this time.',
}

const kiswahili: Texts = {
  greeting: ({ firstName }) => (firstName ? `Habari ${firstName},` : 'Habari,'),
  emails: {
    received: (data) => ({
      subject: `Tumepokea maombi yako ${data.referenceId}`,
      paragraphs: [
        `asante kwa kutuma maombi ya mafunzo kazini (attachment) katika ${data.foundation.name}. Maombi yako yametufikia. Nambari yake ya kumbukumbu ni:`,
        data.referenceId,
        `Tafadhali itunze. Ukiwa nayo, pamoja na nambari ya simu au barua pepe uliyoandika kwenye maombi, unaweza kuona maombi yako yamefikia wapi, kupata nakala ya majibu yako, au kuyaondoa, katika ukurasa huu:`,
        kiswahiliStatusPage(data),
        `Kitakachofuata: timu yetu husoma maombi yote. Tutakuandikia kwa anwani hii mara tu uamuzi utakapofanywa. Hadi wakati huo hakuna unachohitaji kufanya.`,
      ],
    }),
    accepted: (data) => ({
      subject: `Maombi yako ${data.referenceId} yamekubaliwa`,
      paragraphs: [
        `habari njema: tumeyakubali maombi yako ${data.referenceId} ya mafunzo kazini (attachment) katika ${data.foundation.name}. Hongera!`,
        `Kitakachofuata: tutawasiliana nawe ili tukubaliane siku yako ya kwanza na kukueleza uje na nini. Ikiwa tarehe zako zimebadilika, au huwezi kuja tena, tafadhali tujulishe mapema kwa kujibu ujumbe huu.`,
        `Wakati wowote unaweza kuona maombi yako yamefikia wapi katika ukurasa huu:`,
        kiswahiliStatusPage(data),
      ],
    }),
    revoked: (data) => ({
      subject: `Kwa sasa maombi yako ${data.referenceId} hayajakubaliwa`,
      paragraphs: [
        `tulikueleza kwamba maombi yako ${data.referenceId} yamekubaliwa. Imetubidi kubatilisha uamuzi huo: kwa sasa maombi yako hayajakubaliwa. Samahani kwa mabadiliko haya.`,
        `Kitakachofuata: ukurasa huu unaonyesha maombi yako yamefikia wapi sasa, na kitakachofuata.`,
        kiswahiliStatusPage(data),
        `Ukitaka kujua zaidi, tafadhali jibu ujumbe huu.`,
      ],
    }),
    declined: (data) => ({
      subject: `Uamuzi kuhusu maombi yako ${data.referenceId}`,
      paragraphs: [
        `asante kwa kutaka kufanya mafunzo kazini (attachment) katika ${data.foundation.name}, na kwa juhudi ulizoweka katika maombi yako ${data.referenceId}. Samahani, safari hii hatuwezi kukupa nafasi.`,
        ...(data.decline ? [kiswahiliReasons[data.decline.reason]] : []),
        ...(data.decline?.message ? [data.decline.message] : []),
        `Kitakachofuata: maombi haya yamefungwa, na hakuna unachohitaji kufanya. Unakaribishwa kutuma maombi tena.`,
        `Wakati wowote unaweza kuona maombi yako yamefikia wapi katika ukurasa huu:`,
        kiswahiliStatusPage(data),
      ],
    }),
    undeclined: (data) => ({
      subject: `Maombi yako ${data.referenceId} hayajakataliwa`,
      paragraphs: [
        `tulikueleza kwamba hatuwezi kukupa nafasi kwa maombi yako ${data.referenceId}. Tumebatilisha uamuzi huo, na samahani kwa mkanganyiko huu.`,
        `Kitakachofuata: maombi haya yanabaki yamefungwa. Yako kwenye hifadhi yetu ya nyaraka, na hakuna anayeyafanyia uamuzi. Ikiwa bado unasubiri jibu kutoka kwetu, tafadhali jibu ujumbe huu. Unakaribishwa kutuma maombi tena.`,
        `Wakati wowote unaweza kuona maombi yako yamefikia wapi katika ukurasa huu:`,
        kiswahiliStatusPage(data),
      ],
    }),
    'brought back': (data) => ({
      subject: `Maombi yako ${data.referenceId} yamefunguliwa tena`,
      paragraphs: [
        `maombi yako ${data.referenceId} ya mafunzo kazini (attachment) katika ${data.foundation.name} yalikuwa yamefungwa. Tumeyafungua tena na tunayaangalia upya.`,
        `Kitakachofuata: tutakuandikia kwa anwani hii mara tu uamuzi utakapofanywa. Hadi wakati huo hakuna unachohitaji kufanya.`,
        `Wakati wowote unaweza kuona maombi yako yamefikia wapi katika ukurasa huu:`,
        kiswahiliStatusPage(data),
      ],
    }),
    withdrawn: (data) => ({
      subject: `Umeondoa maombi yako ${data.referenceId}`,
      paragraphs: [
        `kama ulivyotaka, maombi yako ${data.referenceId} ya mafunzo kazini (attachment) katika ${data.foundation.name} yameondolewa. Hatutayaangalia tena.`,
        `Ikiwa si wewe uliyeyaondoa, au umebadili nia, tafadhali jibu ujumbe huu mapema: tunaweza kuyafungua tena. Pia unakaribishwa kutuma maombi upya.`,
      ],
    }),
  },
  ending: ({ foundation: { phone } }) =>
    `Ujumbe huu umetumwa na mfumo wetu; jibu lako litaifikia timu yetu, na pia unaweza kupiga simu ${phone}. Ikiwa hukutuma maombi, mtu ameandika anwani yako kimakosa: tafadhali tujulishe.`,
}

const kiswahiliReasons: Record<DeclineReason, string> = {
  'no-place': 'Sababu: idara uliyoichagua haina nafasi iliyobaki.',
  documents: 'Sababu: kuna hati zinazokosekana, au hatukuweza kuzifungua.',
  requirements: 'Sababu: masharti ya kozi hayajatimizwa.',
  dates: 'Sababu: tarehe zako na zetu hazilingani.',
  late: 'Sababu: maombi yako yalitufikia baada ya muda wake kupita.',
  duplicate:
    'Sababu: ulituma maombi zaidi ya mara moja. Maombi yako mengine hayaguswi na uamuzi huu.',
  other: 'Safari hii haikuwezekana.',
}

const texts: Record<Language, Texts> = { en: english, sw: kiswahili }

function englishStatusPage({ statusPage: address }: TemplateData) {
  return address ?? '“Where your application stands”, on our website'
}

function kiswahiliStatusPage({ statusPage: address }: TemplateData) {
  return address ?? '“Maombi yako yamefikia wapi”, kwenye tovuti yetu'
}
