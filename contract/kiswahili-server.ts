import { kiswahili, type Sentence } from './kiswahili.ts'

/**
 * The Kiswahili of what the server alone says: navigation, footer, pages without React, and
 * descriptions for search engines.
 */
const kiswahiliOfPages = {
  // The navigation, the footer, and what search engines show
  Main: 'Menyu kuu',
  Menu: 'Menyu',
  'Skip to main content': 'Ruka hadi kwenye maudhui makuu',
  Home: 'Mwanzo',
  About: 'Kuhusu Sisi',
  Impact: 'Matokeo',
  Contact: 'Wasiliana Nasi',
  Events: 'Matukio',
  Team: 'Timu',
  Programs: 'Programu',
  Departments: 'Idara',
  'All Programs': 'Programu Zote',
  'Case Management': 'Ushauri na Ufuatiliaji',
  'Tourism Innovation Lab': 'Maabara ya Ubunifu wa Utalii',
  'Employer Engagement': 'Ushirikiano na Waajiri',
  'Campus Ambassador': 'Balozi wa Chuo',
  'Swahili Tech Women': 'Swahili Tech Women',
  Communication: 'Mawasiliano',
  'Tech & Engineering': 'Teknolojia na Uhandisi',
  Creatives: 'Sanaa na Ubunifu',
  'Community & Entrepreneurship': 'Jamii na Ujasiriamali',
  'Quick Links': 'Viungo vya Haraka',
  'Empowering youth through innovation and creativity on the Swahili coast.':
    'Kuwawezesha vijana kupitia uvumbuzi na ubunifu katika pwani ya Waswahili.',
  'A youth-empowerment foundation on the Kenyan coast: technology, creative arts and entrepreneurship for people aged 18 to 35.':
    'Shirika la kuwawezesha vijana katika Pwani ya Kenya: teknolojia, sanaa na ujasiriamali kwa watu wenye umri wa miaka 18 hadi 35.',

  'Apply for an industrial attachment: about fifteen minutes, on a phone too.':
    'Tuma maombi ya mafunzo kazini (attachment): takriban dakika kumi na tano, hata kwa simu.',

  // When a page cannot be shown
  'Please try again': 'Tafadhali jaribu tena',
  'If you have just sent a form, go back to it: what you typed is still there.':
    'Ikiwa umetuma fomu sasa hivi, rudi kwenye fomu hiyo: uliyoandika bado yapo.',

  // The landing page
  'Industrial Attachment Program': 'Programu ya Mafunzo Kazini (Attachment)',
  'Industrial attachments for university and college students on the Kenyan coast: three to six months in technology, engineering, creatives, communication or community engagement.':
    'Mafunzo kazini (attachment) kwa wanafunzi wa vyuo vikuu na vyuo vingine katika Pwani ya Kenya: miezi mitatu hadi sita katika teknolojia, uhandisi, sanaa na ubunifu, mawasiliano au ushirikishaji wa jamii.',
  'Bring what you learn in class to a team that needs it. Work on real projects by the old harbour, with a supervisor who signs your logbook and a community that remembers your name.':
    'Lete unachojifunza darasani kwa timu inayokihitaji. Fanya kazi katika miradi halisi kando ya bandari ya kale, ukiwa na msimamizi anayetia sahihi kitabu chako cha kumbukumbu (logbook) na jamii inayokumbuka jina lako.',
  'Apply Now': 'Tuma Maombi Sasa',
  'Start your application': 'Anza maombi yako',
  'Why join us': 'Kwa nini ujiunge nasi',
  'Work that is used': 'Kazi inayotumika',
  'You join a running project in your first week: a website, a radio show, a repair workshop, a street exhibition.':
    'Unajiunga na mradi unaoendelea katika wiki yako ya kwanza: tovuti, kipindi cha redio, karakana ya ukarabati au maonyesho ya mtaani.',
  'A supervisor beside you': 'Msimamizi aliye karibu nawe',
  'One person plans your weeks, answers your questions and fills in your assessment with you.':
    'Mtu mmoja hupanga wiki zako, hujibu maswali yako na hujaza fomu ya tathmini pamoja nawe.',
  'Friends in every craft': 'Marafiki wa kila fani',
  'Engineers eat lunch with poets here. Most of what attachees build together started at that table.':
    'Hapa wahandisi hula chakula cha mchana pamoja na washairi. Mengi ambayo wanafunzi hutengeneza pamoja yalianzia kwenye meza hiyo.',
  'A start after the attachment': 'Mwanzo mpya baada ya mafunzo',
  'Leave with a portfolio, a reference and a place in our network of mentors and employers.':
    'Ondoka ukiwa na mkusanyiko wa kazi zako (portfolio), barua ya mapendekezo na nafasi katika mtandao wetu wa washauri na waajiri.',
  'At a glance': 'Kwa ufupi',
  Eligibility: 'Nani anaweza kuomba',
  'Students in Year 1 to Year 6 from recognized institutions.':
    'Wanafunzi wa Mwaka wa 1 hadi Mwaka wa 6 kutoka vyuo vinavyotambuliwa.',
  'Tech, Engineering, Creatives, Communication, Community Engagement.':
    'Teknolojia, Uhandisi, Sanaa na Ubunifu, Mawasiliano, Ushirikishaji wa Jamii.',
  'Flexible start': 'Anza unapoweza',
  'Begin when your term allows; typically 3 to 6 months.':
    'Anza wakati ratiba ya chuo chako inaporuhusu; kwa kawaida ni miezi 3 hadi 6.',
  Support: 'Usaidizi',
  'Orientation, a desk and internet, mentorship and your assessment forms.':
    'Utangulizi, meza ya kazi na intaneti, ushauri na fomu zako za tathmini.',
  'How to apply': 'Jinsi ya kutuma maombi',
  'Put your resume and cover letter online': 'Weka wasifu (CV) na barua ya maombi mtandaoni',
  'We ask for them as URLs: a shared file on any drive will do, if everyone with the link may view it.':
    'Tunaomba viungo vyake (URL): faili iliyoshirikiwa kwenye drive yoyote inatosha, mradi kila aliye na kiungo aweze kuiona.',
  'Fill in the application': 'Jaza fomu ya maombi',
  'Your studies, when you can start, and three short statements in your own words.':
    'Masomo yako, tarehe unayoweza kuanza, na maelezo mafupi matatu kwa maneno yako mwenyewe.',
  'Submit and await confirmation': 'Tuma na usubiri uthibitisho',
  'You get a reference ID at once. Keep it: our team reviews your application and contacts you.':
    'Utapata nambari ya kumbukumbu papo hapo. Itunze: timu yetu hupitia maombi yako na kuwasiliana nawe.',
  'Something unclear?': 'Kuna jambo lisiloeleweka?',
  'Ask us before you apply; somebody answers on every working day.':
    'Tuulize kabla ya kutuma maombi; kuna anayejibu kila siku ya kazi.',
  'Contact us': 'Wasiliana nasi',

  // The status of an application
  'See where your application stands': 'Ona maombi yako yamefikia wapi',
  'Where your application stands': 'Maombi yako yamefikia wapi',
  'See what became of your application for an industrial attachment, get a copy of your answers, or withdraw.':
    'Ona maombi yako ya mafunzo kazini yamefikia wapi, pata nakala ya majibu yako, au ondoa maombi yako.',
  'It begins with SPH and stands in your confirmation.':
    'Huanza na SPH, na iko kwenye uthibitisho wako.',
  'Phone number or email address': 'Nambari ya simu au barua pepe',
  'One that you gave in the application.': 'Uliyoandika kwenye maombi.',
  'Look it up': 'Tafuta',
  'Lost your reference ID, or is something wrong? Ask us: {email} or {phone}.':
    'Umepoteza nambari ya kumbukumbu, au kuna kosa? Tuulize: {email} au {phone}.',
  'We are still deciding': 'Bado hatujaamua',
  'Your application is here and our team is reading it. Nothing has been decided yet.':
    'Maombi yako yamefika na timu yetu inayasoma. Bado hakuna uamuzi uliofanywa.',
  'We contact you by phone or email, whatever we decide. You need not do anything until then, but please keep the links to your resume and cover letter open.':
    'Tutawasiliana nawe kwa simu au barua pepe, uamuzi wetu uwe wowote ule. Hadi wakati huo huhitaji kufanya chochote, lakini tafadhali hakikisha viungo vya wasifu (CV) na barua yako ya maombi vinaendelea kufunguka.',
  'You are accepted': 'Umekubaliwa',
  'Congratulations! We would like you to do your attachment with us.':
    'Hongera! Tungependa ufanye mafunzo kazini pamoja nasi.',
  'We contact you by phone or email to agree on your first day. If you cannot come after all, please withdraw: somebody else can have your place.':
    'Tutawasiliana nawe kwa simu au barua pepe ili tukubaliane kuhusu siku yako ya kwanza. Ikiwa hutaweza kuja, tafadhali ondoa maombi yako: mtu mwingine ataweza kupata nafasi yako.',
  'We cannot offer you a place': 'Hatuwezi kukupa nafasi',
  'Thank you for your interest and your patience. We are sorry: we cannot accept this application.':
    'Asante kwa kutaka kujiunga nasi na kwa subira yako. Samahani: hatuwezi kuyakubali maombi haya.',
  'This application ends here, but you are welcome to apply again, for another department or another time.':
    'Maombi haya yanaishia hapa, lakini unakaribishwa kutuma maombi tena, kwa idara nyingine au wakati mwingine.',
  'Declined on': 'Yalikataliwa tarehe',
  Reason: 'Sababu',
  'Message from our team': 'Ujumbe kutoka kwa timu yetu',
  'No place in the department': 'Hakuna nafasi katika idara',
  'Documents missing or unreadable': 'Nyaraka hazipo au hazisomeki',
  'Requirements of the course not met': 'Mahitaji ya kozi hayajatimizwa',
  'Dates do not fit': 'Tarehe hazilingani',
  'Applied too late': 'Maombi yalitumwa kwa kuchelewa',
  'Applied more than once': 'Maombi yalitumwa zaidi ya mara moja',
  'Another reason': 'Sababu nyingine',
  'You have withdrawn': 'Umeondoa maombi yako',
  'You withdrew this application and we are not working on it any more.':
    'Uliondoa maombi haya na hatuyashughulikii tena.',
  'Nothing, unless you change your mind: apply again, or ask us to bring this application back.':
    'Hakuna, isipokuwa ukibadilisha nia: tuma maombi tena, au utuombe tuyarejeshe maombi haya.',
  'This application is closed': 'Maombi haya yamefungwa',
  'We have put it into our archive and are not working on it any more.':
    'Tumeyaweka kwenye hifadhi yetu ya nyaraka na hatuyashughulikii tena.',
  'If you still expect an answer from us, please ask and name your reference ID. You are welcome to apply again.':
    'Ikiwa bado unasubiri jibu kutoka kwetu, tafadhali tuulize ukitaja nambari yako ya kumbukumbu. Unakaribishwa kutuma maombi tena.',
  'Withdrawn on': 'Yaliondolewa tarehe',
  'Download my answers': 'Pakua majibu yangu',
  'Withdraw my application': 'Ondoa maombi yangu',
  'Apply again': 'Tuma maombi tena',
  'Withdraw your application?': 'Unataka kuondoa maombi yako?',
  'We then stop working on it at once, and a place that you may have goes to somebody else. You can apply again at any time.':
    'Tutaacha kuyashughulikia mara moja, na ikiwa umepata nafasi atapewa mtu mwingine. Unaweza kutuma maombi tena wakati wowote.',
  'Yes, withdraw my application': 'Ndiyo, ondoa maombi yangu',
  'No, keep it': 'Hapana, yaache',
  'My application {reference}': 'Maombi yangu {reference}',
  'Industrial attachment, {foundation}. Received on {day}.':
    'Mafunzo kazini (attachment), {foundation}. Yalipokelewa tarehe {day}.',
  'Agreed to on {day}': 'Ulichokubali tarehe {day}',
  'No answer': 'Hakuna jibu',
  'Enter the reference ID as your confirmation shows it, like SPH-2026-0K7ANGA1':
    'Andika nambari ya kumbukumbu kama ilivyo kwenye uthibitisho wako, kwa mfano SPH-2026-0K7ANGA1',
  'Enter the phone number or the email address that you gave in the application':
    'Andika nambari ya simu au barua pepe uliyoandika kwenye maombi',
  'We know no application with this reference ID and this phone number or email address. Please check both.':
    'Hatuna maombi yenye nambari hii ya kumbukumbu pamoja na nambari hii ya simu au barua pepe. Tafadhali kagua yote mawili.',
  'tries that found no application': 'Umejaribu mara nyingi mno bila kupata maombi.',
  'This application is closed already: there is nothing left to withdraw.':
    'Maombi haya yameshafungwa: hakuna cha kuondoa.',
  'We have declined this application: there is nothing left to withdraw.':
    'Tuliyakataa maombi haya: hakuna cha kuondoa.',
  'You have withdrawn this application already.': 'Umeshaondoa maombi haya.',
} as const satisfies Record<string, string>

/** An English text that has a translation where the server says it. */
export type PageSentence = Sentence | keyof typeof kiswahiliOfPages

export const allKiswahili: Readonly<Record<PageSentence, string>> = {
  ...kiswahili,
  ...kiswahiliOfPages,
}
