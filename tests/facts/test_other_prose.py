"""Prose about other things, in the words of card games: it states no rules, whatever the sections are called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hoyle.facts import PageReading

Read = Callable[[str, dict[str, Any]], PageReading]

TITLES = {
    "en": ("Setup", "Goal", "Rules", "Scoring"),
    "fr": ("Disposition", "But", "Règles", "Score"),
    "eu": ("Prestaketa", "Helburua", "Arauak", "Puntuazioa"),
}

PROSE = {
    "en": [
        "Groups of tourists may be moved to other hotels. A group of ten pays for nine.",
        "Stack the logs in two rows against the wall, bark up. Leave space between the rows so that air can move.",
        (
            "The foundation was built from the ground up in one year. Each column is built of stone and holds three "
            "tons."
        ),
        (
            "Turn the work over and knit the second row from left to right. Repeat these two rows four times, ending "
            "with a purl row."
        ),
        "Fill the reserve tank first. When the tank is empty, it is filled automatically from the main supply.",
        "Simmer the stock for three hours, then remove the bones. Two litres of stock fill four jars.",
        "The upper deck has ten cabins, five on each side. All decks are built of teak.",
        "Cast on forty stitches. Work every row in pairs: two plain, two purl, until the piece is square.",
        "Sort the waste into three piles: paper, glass and metal. Each pile is collected once a week.",
        "The king of hearts, as they called him, gave each of his seven sons a castle. The queen got nothing.",
        "The table has four columns and ten rows. Each cell holds one value; empty cells may be filled with zero.",
        "Add a column to the database. Rows that are no longer needed are removed automatically.",
        "Each student may hold one office at a time. Seats that fall vacant are filled by the president.",
        "The team scores three points for a win and one for a draw. The maximum is ninety points a season.",
        "Click the button to open the menu. Double-clicking a file opens it in the editor.",
        "This program is free software; you can move copies of it to any other machine, in whole or in part.",
        "Version 2.1: removed two deprecated functions; empty files can be opened again; fixed a crash on start.",
        "Ten piles of bricks stood by the gate. The builder moved them one at a time on to the scaffold.",
        "Shares in stock may be sold singly or in lots of ten. The company holds a reserve of two million.",
        "Build the tower up from the base in alternating colors of brick: red, black, red, black.",
        "The trains run in sequence from one to twelve. A train may leave only if the track before it is free.",
        "Deal with complaints one at a time. Every complaint must be answered before the next is opened.",
        "Waste no water. The tap on the left may be used; the other is out of order.",
        "Plant two rows of beans and one row of peas. Ten seeds go to a row, three inches apart.",
        "The suit was black with red lining. He kept it in the same closet as the others.",
        (
            "A pack of wolves moved down the valley. The leader, an old male, went first, the others followed in "
            "single file."
        ),
        "The flight deck is closed to passengers. Cards for boarding are given out one at a time at the desk.",
        (
            "Place the lasagne sheets in layers: one layer of pasta, one of sauce, until all is used up. Top with "
            "cheese."
        ),
        "Two hearts beat as one. A diamond is worth more than a club, but a spade digs deeper.",
        "The library has four floors. Books may not be moved back to the shelves by readers.",
        "Aces high above the sea, the pilots built up speed in pairs.",
        "The building has a base of granite. From the base to the top it is built in the same style.",
        (
            "Shuffle the playlist, then play the first song. Songs that have been played are moved to the bottom of "
            "the list."
        ),
        (
            "Chess is played on a grid of eight by eight squares. Each side starts with sixteen pieces in two rows; a "
            "king may move one square in any direction."
        ),
        (
            "In dominoes, tiles that match may be placed end to end. A player who cannot move draws one tile from the "
            "stock."
        ),
        "Empty the dishwasher, fill it again, and press start. The lower rack holds ten plates.",
        ("Three tiers of cake, each smaller than the one below it, are placed on top of each other to form a pyramid."),
        "All passengers must be seated before the bus may leave. Empty seats may be taken by anyone.",
        ("Insert the memory card into the slot. Remove the card only when the light is off; each slot holds one card."),
        "Greeting cards are sold singly or in packs of ten. All cards on the rack may be returned within two weeks.",
        "Your library card may be used at any branch. Lost cards are replaced; a second card costs four euros.",
        (
            "Write each word on an index card. Place the cards face down in two rows and turn over two at a time "
            "until you know them all."
        ),
        (
            "The court removed the case from its docket. The suit was dismissed; a second suit may be filed by any "
            "party."
        ),
        (
            "The referee shows a red card for a foul. A player who gets two yellow cards in one game is removed from "
            "play."
        ),
        (
            "Each boarding card has a number. Passengers with cards from one to thirty go first, the others follow in "
            "order."
        ),
        (
            "The conductor closed the score. The strings build up slowly, one pair at a time, while the horns stay on "
            "the same note."
        ),
        (
            "Recipe: stack two sheets of pastry, spread the filling on top, and fold. Repeat until the filling is "
            "used up. Serves four."
        ),
        "All employees must move to the new building before March. Empty desks may be filled by any department.",
        "Credit cards are accepted here. Up to three cards may be used for one payment.",
    ],
    "fr": [
        "Les groupes de touristes peuvent être déplacés vers d'autres hôtels. Un groupe de dix paie pour neuf.",
        "Empilez les bûches en deux rangées contre le mur. Laissez un espace vide entre les rangées.",
        "Tricotez le deuxième rang de gauche à droite. Répétez ces deux rangs quatre fois, puis rabattez.",
        (
            "Le réservoir vide est automatiquement rempli depuis la réserve. Chaque réserve ne peut contenir que dix "
            "litres."
        ),
        "La fondation a été construite en un an. Chaque colonne est construite en pierre, de bas en haut.",
        (
            "La table contient quatre colonnes et dix lignes. Chaque cellule contient une valeur ; les cellules vides "
            "peuvent être remplies de zéros."
        ),
        "L'équipe marque trois points par victoire et un point par nul. Le maximum est de quatre-vingt-dix points.",
        "Cliquez sur le bouton pour ouvrir le menu. Un double-clic sur un fichier l'ouvre dans l'éditeur.",
        "Dix piles de briques se trouvaient près de la porte. Le maçon les déplaçait une à une.",
        "Le talon est usé. Les valets portaient les malles du roi deux par deux, et la dame suivait seule.",
        "Plantez deux rangées de haricots et une rangée de pois. Dix graines par rangée suffisent.",
        "Version 2.1 : deux fonctions ont été retirées ; les fichiers vides peuvent être ouverts de nouveau.",
        (
            "Le pont supérieur compte dix cabines, cinq de chaque côté. Les places vides sont attribuées par le "
            "commandant."
        ),
        (
            "Faites réduire le fond trois heures, puis retirez les os. Disposez les pâtes en couches, une couche de "
            "sauce sur deux."
        ),
        (
            "Insérez la carte mémoire dans la case. Ne retirez la carte que lorsque le voyant est éteint ; chaque "
            "case contient une carte."
        ),
        "L'arbitre montre une carte rouge. Un joueur qui reçoit deux cartes jaunes est retiré du jeu.",
        "La carte du restaurant change chaque mois. Toutes les cartes sont placées sur les tables avant midi.",
        "Les cartes de crédit sont acceptées. Jusqu'à trois cartes peuvent être utilisées pour un paiement.",
    ],
    "eu": [
        (
            "Turista taldeak beste hotel batera eraman daitezke. Hamar laguneko taldeak bederatziren prezioa "
            "ordaintzen du."
        ),
        "Pilatu egurrak bi ilaratan hormaren kontra. Utzi toki hutsa ilaren artean.",
        "Egin puntua bigarren ilaran ezkerretik eskuinera. Errepikatu bi ilara horiek lau aldiz.",
        "Etxearen oinarria urtebetean osatu zen. Zutabe bakoitza harriz egina dago, behetik gora.",
        (
            "Taulak lau zutabe eta hamar errenkada ditu. Gelaxka bakoitzak balio bat du; gelaxka hutsak zeroz bete "
            "daitezke."
        ),
        "Taldeak hiru puntu irabazten ditu partida bakoitzeko. Gehienez laurogeita hamar puntu lor daitezke.",
        "Egin klik botoian menua irekitzeko. Fitxategi batean klik bikoitza eginez gero, editorean irekitzen da.",
        "Hamar adreilu pila zeuden atearen ondoan. Etxegileak banan-banan eraman zituen.",
        "Errege zaharrak zazpi seme zituen, eta erreginak alaba bat. Zaldunak binaka joan ziren.",
        "Landatu bi ilara babarrun eta ilara bat ilar. Hamar hazi ilara bakoitzean.",
        "2.1 bertsioa: bi funtzio kendu dira; fitxategi hutsak berriro ireki daitezke.",
        "Bete ezazu lehenik biltegiko ontzia. Hutsik dagoenean, automatikoki betetzen da biltegi nagusitik.",
        (
            "Sartu memoria-txartela zirrikituan. Kendu txartela argia itzalita dagoenean; zirrikitu bakoitzak txartel "
            "bat du."
        ),
        (
            "Zuritu bi tipula eta ebaki eraztunetan. Pasatu irinetan, hirunaka, eta frijitu gorritu arte. Atera "
            "berehala mahaira."
        ),
        (
            "Zabaldu orea erretiluan eta bete hutsuneak sagarrez. Jarri gainean beste geruza bat, eta errepikatu "
            "osagaiak amaitu arte."
        ),
        (
            "Sorta osoa hamabi botilakoa da. Botila hutsak biltegira eraman behar dira, eta sei botilako kutxak "
            "automatikoki betetzen dira."
        ),
        (
            "Hiriko mendebaldean lau plaza daude, erdian iturri bana dutela. Zutabe gorri eta beltzek arku bat "
            "osatzen dute sarreran."
        ),
        (
            "Trena goizeko zortzietan abiatzen da Donostiatik Iruñera. Bagoi bakoitzean laurogei leku daude, eta "
            "hutsik geratzen direnak jaitsieran betetzen dira."
        ),
        (
            "Gaztelua muino baten gainean dago. Erregeak eta erreginak udan bakarrik etortzen ziren hona, eta "
            "zaldunak ezkerreko dorrean bizi ziren."
        ),
        "1.4 aldaketak: bilaketa azkarragoa da; hiru akats kendu dira; leihoak banaka mugi daitezke berriz.",
        "Hondarrera eraman behar da ontzi hutsa, ez sukaldera. Goiko apalean dauden botilak azkenak dira.",
        (
            "Langile bakoitzak bi egun libre ditu astean, eta ezin ditu jarraian hartu. Beste langile batekin alda "
            "ditzake."
        ),
        (
            "Landareak lau ilaratan jarri ziren, ilara bakoitzean hamar. Lehenengo ilara gorria da, bigarrena "
            "beltza, eta horrela txandaka."
        ),
        (
            "Erosleek bost puntu lortzen dituzte erosketa bakoitzeko. Ehun puntu edo gehiago dituenak opari bat "
            "hauta dezake."
        ),
        "Bikoteak ezkerretik eskuinera sartu ziren dantzara, binaka, eta azkenean denak batera irten ziren.",
        "Etxe berriak hiru solairu ditu: behekoan denda bat, erdikoan bi bizitza eta goikoan beste bat.",
        (
            "Euria hasi aurretik bildu behar da belarra. Pilak txikiak izan daitezke, baina ez daitezela hutsik "
            "geratu zokoak."
        ),
        (
            "Ikasleak multzotan banatzen dira, launaka, eta talde bakoitzak gai bat aukeratzen du. Gaiak ezin dira "
            "errepikatu."
        ),
        "Ezarri irudia orriaren goialdean, erdian. Koloreak aldatu nahi badituzu, sakatu bi aldiz paletan.",
        (
            "Errepide honek bihotz itxurako laku bat inguratzen du. Hamar kilometro dira guztira, eta ezin da atzera "
            "itzuli."
        ),
        "Zenbakiak goitik behera irakurtzen dira; zutabe bakoitza aurrekoa baino bat handiagoa da.",
        "Piramide handia hiru mendetan eraiki zuten. Harriak banan-banan igo zituzten, eta goikoa urrezkoa zen.",
        "Bezero guztiei txartel bat ematen zaie hasieran. Txartela galduz gero, beste bat eska daiteke behin bakarrik.",
    ],
}


@pytest.mark.parametrize(("lang", "text"), [(lang, text) for lang, texts in PROSE.items() for text in texts])
def test_prose_about_other_things_states_nothing(read: Read, lang: str, text: str) -> None:
    assert not read(lang, {title: [text] for title in TITLES[lang]}).facts


def test_a_licence_states_nothing(read: Read) -> None:
    licence = Path(__file__).parents[2] / "LICENSE"
    paragraphs = [" ".join(part.split()) for part in licence.read_text(encoding="utf-8").split("\n\n") if part.strip()]
    assert len(paragraphs) > 20
    assert not read("en", {title: list(paragraphs) for title in TITLES["en"]}).facts


@pytest.mark.parametrize("lang", TITLES)
def test_one_sentence_of_rules_among_them_is_enough(read: Read, lang: str) -> None:
    """The same sections do state something where they speak of cards."""
    rule = {
        "en": "The tableau is built down in alternating colors.",
        "fr": "Le tableau se construit en descendant, en alternant les couleurs.",
        "eu": "Mahaia beherantz osatzen da, koloreak txandakatuz.",
    }[lang]
    assert read(lang, {TITLES[lang][2]: [rule]}).facts
