import type { genders } from '../../contract/constants.ts'

type NamesByGender = Record<(typeof genders)[number], string[]>

/** A people of Kenya as the made-up applications draw on it. */
interface People {
  /** Percentage of applicants from this community; the coast has the most. */
  share: number
  /** Percentage of its members with Muslim names; the others have Christian ones. */
  muslims: number
  own: NamesByGender
  last: string[]
}

export const christianNames: NamesByGender = {
  Female: names(`
    Grace, Mercy, Faith, Joy, Esther, Mary, Elizabeth, Ann, Jane, Lucy, Ruth, Sarah, Rebecca,
    Naomi, Lydia, Caroline, Catherine, Christine, Susan, Winnie, Purity, Beatrice, Agnes, Eunice,
    Dorcas, Jackline, Sharon, Brenda, Diana, Irene, Vivian, Cynthia, Maureen, Lilian, Emily, Rose,
    Gladys, Hellen, Judith, Millicent, Teresia, Veronica, Noëlle, Renée, Zoë
  `),
  Male: names(`
    John, Peter, James, Joseph, David, Daniel, Samuel, Stephen, Paul, Brian, Kevin, Dennis,
    Victor, Emmanuel, Collins, Felix, Evans, Moses, Isaac, Elijah, Joshua, Caleb, Simon, Philip,
    Martin, Patrick, George, Anthony, Francis, Vincent, Michael, Eric, Edwin, Gideon, Titus,
    Timothy, Geoffrey, Duncan, Nicholas, Clinton, Wycliffe, Alphonce, André, José, René
  `),
}

export const muslimNames: NamesByGender = {
  Female: names(`
    Amina, Fatuma, Zainab, Khadija, Mwanaisha, Halima, Aisha, Rukia, Maryam, Saumu, Zuhura, Asha,
    Mwanajuma, Salma, Nuru, Latifa, Swabra, Rehema, Sauda, Hafsa, Ummi, Batuli, Nasra, Munira,
    Mwanamisi, Bahati, Shamsa, Warda, Yusra, Zulekha
  `),
  Male: names(`
    Ali, Omar, Hassan, Hussein, Salim, Said, Juma, Abdalla, Athman, Bakari, Hamisi, Rashid,
    Swaleh, Mohamed, Ahmed, Khamis, Mbarak, Feisal, Nassir, Suleiman, Yusuf, Idris, Ibrahim,
    Kassim, Twalib, Fadhili, Shee, Abdulrahman, Mwinyi, Ramadhan
  `),
}

export const peoples: People[] = [
  {
    // Mijikenda
    share: 28,
    muslims: 35,
    own: {
      Female: names(
        `Kadzo, Sidi, Kache, Dama, Riziki, Mbeyu, Nyevu, Mapenzi, Umazi, Kabibi, Pendo`,
      ),
      Male: names(
        `Katana, Karisa, Kazungu, Charo, Kahindi, Safari, Chengo, Ngumbao, Kitsao, Mramba`,
      ),
    },
    last: names(`
      Katana, Karisa, Kazungu, Charo, Kahindi, Ngala, Baya, Jefwa, Mwachiro, Mwarandu, Nyale,
      Mwadzaya, Tsuma, Ziro, Kombo, Mwanyumba, Chirima, Dzombo, Ruwa
    `),
  },
  {
    // Swahili, Bajuni and Arabs of the coast
    share: 16,
    muslims: 100,
    own: {
      Female: names(`Mwanahawa, Mwanaiki, Time, Mwanakombo, Esha, Maimuna`),
      Male: names(`Famau, Bwana, Lali, Skanda, Vae, Mzee`),
    },
    last: names(`
      Mohamed, Abdalla, Athman, Swaleh, Shee, Mbarak, Basheikh, Bin-Sumeit, Mazrui, Al-Amin,
      Famau, Lali, Bwanaadi, Omar, Shariff
    `),
  },
  {
    // Taita and Taveta
    share: 9,
    muslims: 8,
    own: {
      Female: names(`Wakesho, Wakio, Mkamburi, Wawuda, Mghoi, Mshai, Mkanyika`),
      Male: names(`Mwakio, Mwadime, Mwangeka, Mwakidedi, Mghanga, Mlamba`),
    },
    last: names(`
      Mwakio, Mwadime, Mwang'ombe, Mwangeka, Mwakazi, Mghanga, Mwakesi, Mwandawiro, Mwasaru,
      Mwamburi, Mlamba, Mrunde
    `),
  },
  {
    // Pokomo
    share: 3,
    muslims: 60,
    own: {
      Female: names(`Hadulu, Hiribae, Maro`),
      Male: names(`Komora, Jilo, Buya`),
    },
    last: names(`Komora, Jilo, Buya, Maneno, Galgalo, Dhidha`),
  },
  {
    // Kikuyu
    share: 9,
    muslims: 0,
    own: {
      Female: names(
        `Wanjikũ, Wanjirũ, Wambũi, Nyambura, Mũthoni, Waithera, Njeri, Nyokabi, Wangarĩ`,
      ),
      Male: names(`Kamau, Mwangi, Njoroge, Kĩmani, Kariũki, Macharia, Gĩtaũ, Mũgo, Ndũng'ũ`),
    },
    last: names(`
      Ng'ang'a, Kamau, Mwangi, Njoroge, Kĩmani, Kariũki, Macharia, Waweru, Ndung'u, Karanja,
      Murang'a, Githinji, Mũriũki
    `),
  },
  {
    // Luo
    share: 9,
    muslims: 2,
    own: {
      Female: names(`Achieng, Atieno, Akinyi, Adhiambo, Awuor, Anyango, Apiyo, Auma, Akoth`),
      Male: names(`Otieno, Odhiambo, Ochieng, Onyango, Omondi, Okoth, Owino, Opiyo, Ouma`),
    },
    last: names(`
      Nyong'o, Otieno, Odhiambo, Ochieng, Onyango, Omondi, Okoth, Ouma, Oduor, Odera, Owuor, Ogola
    `),
  },
  {
    // Luhya
    share: 8,
    muslims: 4,
    own: {
      Female: names(`Nekesa, Nafula, Nanjala, Naliaka, Ayuma, Kageha, Nasimiyu`),
      Male: names(`Wekesa, Wafula, Simiyu, Barasa, Shikuku, Mulama, Ambani`),
    },
    last: names(`
      Wekesa, Wafula, Simiyu, Barasa, Shikuku, Makokha, Wanyonyi, Musalia, Ambani, Lusweti,
      Mukabwa
    `),
  },
  {
    // Kamba
    share: 9,
    muslims: 2,
    own: {
      Female: names(`Mwende, Mueni, Wanza, Kavata, Ndanu, Mumbua, Syokau, Mutheu`),
      Male: names(`Mutua, Musyoka, Kioko, Muthama, Mwendwa, Kyalo, Mutiso`),
    },
    last: names(`
      Mutua, Musyoka, Kioko, Kilonzo, Mutiso, Kyalo, Nzioka, Munyao, Ndolo, Wambua, Muli, Ngũĩ
    `),
  },
  {
    // Kalenjin
    share: 3,
    muslims: 0,
    own: {
      Female: names(`Chebet, Jepkosgei, Chepkoech, Jerop, Cherotich, Jelimo`),
      Male: names(`Kiprotich, Kipchumba, Kiptoo, Cheruiyot, Kiplagat, Kipkoech`),
    },
    last: names(`Koech, Korir, Rono, Kirui, Lang'at, Rotich, Kosgei, Sang, Biwott, Chepkwony`),
  },
  {
    // Kisii
    share: 2,
    muslims: 0,
    own: {
      Female: names(`Kemunto, Moraa, Bosibori, Kerubo, Nyaboke`),
      Male: names(`Ondieki, Momanyi, Nyakundi, Mogaka, Makori`),
    },
    last: names(`Ondieki, Momanyi, Nyakundi, Mogaka, Ong'era, Omwenga, Nyang'au, Makori`),
  },
  {
    // Meru
    share: 2,
    muslims: 1,
    own: {
      Female: names(`Kawira, Makena, Gakii, Karimi, Kananu`),
      Male: names(`Mutuma, Murithi, Kimathi, Mwenda, Koome`),
    },
    last: names(`Murithi, Kimathi, M'Inoti, Mwirigi, M'Marete, Gitonga, Kirimi`),
  },
  {
    // Somali
    share: 1,
    muslims: 100,
    own: {
      Female: names(`Hodan, Ifrah, Hibo, Sahra, Fartun`),
      Male: names(`Abdi, Abdirahman, Guleid, Hirsi, Farah`),
    },
    last: names(`Abdi, Farah, Warsame, Noor, Aden, Dubow, Issack`),
  },
  {
    // Maasai
    share: 1,
    muslims: 0,
    own: {
      Female: names(`Naserian, Nashipae, Naisula, Resiato`),
      Male: names(`Lemayian, Saitoti, Sironka, Lekishon`),
    },
    last: names(`ole Nkedianye, ole Sankale, Sironka, Saitoti, Nkoitoi, Lesinko`),
  },
]

function names(list: string) {
  return list.trim().split(/,\s+/)
}
