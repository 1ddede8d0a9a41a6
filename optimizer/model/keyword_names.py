"""The words of the registry in `keywords.py`: keyword abilities (702) as printed, and their German names."""

from __future__ import annotations

__all__ = ["EVASION", "FIGHTING", "GERMAN", "INERT", "NUMBERED"]


def listed(text: str) -> frozenset[str]:
    return frozenset(" ".join(word.split()) for word in text.split(","))


FIGHTING = listed("""
    deathtouch, trample, trample over planeswalkers, first strike, double strike, lifelink, indestructible, wither,
    infect, banding, undying, persist, flanking, exalted, battle cry, melee
""")
"""What the project acts on in combat damage steps and before them, without a number."""

NUMBERED = listed("toxic, poisonous, bushido, rampage, frenzy, afflict")
"""The same, followed by a number."""

EVASION = listed("""
    flying, reach, menace, shadow, horsemanship, fear, intimidate, skulk, daunt, unblockable, defender, vigilance, haste
""")
"""What decides who may attack and block; `daunt` and `unblockable` are no keywords of the rules but in common use."""

INERT = listed("""
    affinity, afterlife, aftermath, amplify, annihilator, ascend, assist, aura swap, awaken, backup, bargain,
    basic landcycling, bestow, blitz, bloodthirst, boast, buyback, cascade, casualty, champion, changeling,
    choose a background, cipher, cleave, commander ninjutsu, companion, compleated, conspire, convoke, craft, crew,
    cumulative upkeep, cycling, dash, daybound, decayed, delve, demonstrate, dethrone, devoid, devour, disguise,
    disturb, doctor's companion, double agenda, double team, dredge, echo, embalm, emerge, enchant, encore, enlist,
    entwine, epic, equip, escalate, escape, eternalize, evoke, evolve, exhaust, exploit, extort, fabricate, fading,
    firebending, flash, flashback, for mirrodin!, forecast, foretell, fortify, freerunning, friends forever, fuse,
    gift, graft, gravestorm, harmonize, haunt, hexproof, hidden agenda, hideaway, impending, improvise, increment,
    infinity, ingest, job select, jump-start, kicker, level up, living metal, living weapon, madness, max speed,
    mayhem, megamorph, mentor, miracle, mobilize, modular, more than meets the eye, morph, multikicker, mutate,
    myriad, nightbound, ninjutsu, offering, offspring, outlast, overload, paradigm, partner, phasing, plot, prepared,
    prototype, provoke, prowess, prowl, ravenous, read ahead, rebound, reconfigure, recover, reinforce, renown,
    replicate, retrace, riot, ripple, saddle, scavenge, shroud, sneak, solved, soulbond, soulshift, space sculptor,
    spectacle, splice, split second, spree, squad, start your engines!, station, storm, sunburst, surge, suspend,
    teamwork, tiered, totem armor, training, transfigure, transmute, tribute, umbra armor, undaunted, unearth,
    unleash, vanishing, visit, ward, warp, web-slinging
""") | listed("""
    adamant, addendum, alliance, battalion, bloodrush, celebration, channel, chroma, cohort, constellation, converge,
    corrupted, council's dilemma, coven, delirium, descend, disappear, domain, eerie, eminence, enrage,
    fateful hour, fathomless descent, ferocious, flurry, formidable, grandeur, hellbent, hero's reward, heroic,
    imprint, infusion, inspired, join forces, kinfall, kinship, landfall, lieutenant, magecraft, metalcraft, morbid,
    opus, pack tactics, paradox, parley, power-up, radiance, raid, rally, renew, repartee, revolt, secret council,
    spell mastery, starfall, strive, survival, sweep, tempting offer, threshold, undergrowth, valiant, vivid, void,
    will of the council, will of the planeswalkers
""") | listed("""
    adapt, airbend, amass, behold, blight, bolster, clash, cloak, collect evidence, connive, convert, detain,
    discover, earthbend, endure, exert, explore, fateseal, fight, forage, goad, incubate, investigate, learn,
    manifest, manifest dread, meld, mill, monstrosity, open an attraction, populate, proliferate, role token,
    scry, support, surveil, suspect, time travel, transform, venture into the dungeon, waterbend
""")  # fmt: skip
"""What can't touch the damage of the combat at hand: the other keyword abilities, then ability words (207.2c) and
keyword actions (701), which card databases list among the keywords."""

GERMAN = {
    "Todesberührung": "deathtouch",
    "Trampelschaden": "trample",
    "Verursacht Trampelschaden": "trample",
    "Trampelschaden gegen Planeswalker": "trample over planeswalkers",
    "Erstschlag": "first strike",
    "Doppelschlag": "double strike",
    "Lebensverknüpfung": "lifelink",
    "Unzerstörbar": "indestructible",
    "Unzerstörbarkeit": "indestructible",
    "Verdorren": "wither",
    "Verkümmern": "wither",
    "Infizieren": "infect",
    "Toxisch": "toxic",
    "Giftig": "poisonous",
    "Bündnis": "banding",
    "Unverwüstlich": "undying",
    "Unverwüstlichkeit": "undying",
    "Beharrlichkeit": "persist",
    "Flankenangriff": "flanking",
    "Edelmut": "exalted",
    "Schlachtruf": "battle cry",
    "Nahkampf": "melee",
    "Kampfrausch": "frenzy",
    "Fliegend": "flying",
    "Flugfähigkeit": "flying",
    "Reichweite": "reach",
    "Bedrohlich": "menace",
    "Irrealität": "shadow",
    "Reitkunst": "horsemanship",
    "Furcht": "fear",
    "Furchterregend": "fear",
    "Einschüchtern": "intimidate",
    "Einschüchternd": "intimidate",
    "Verteidiger": "defender",
    "Wachsamkeit": "vigilance",
    "Wachsam": "vigilance",
    "Eile": "haste",
    "Unblockbar": "unblockable",
    "Fluchsicher": "hexproof",
    "Fluchsicherheit": "hexproof",
    "Verhüllt": "shroud",
    "Aufblitzen": "flash",
    "Bravour": "prowess",
    "Abwehr": "ward",
    "Umwandlung": "cycling",
    "Ausrüsten": "equip",
    "Bonus": "kicker",
    "Kaskade": "cascade",
    "Einberufen": "convoke",
    "Provozieren": "provoke",
    "Instabilität": "phasing",
    "Ebenentarnung": "plainswalk",
    "Inseltarnung": "islandwalk",
    "Sumpftarnung": "swampwalk",
    "Gebirgstarnung": "mountainwalk",
    "Waldtarnung": "forestwalk",
    "Landtarnung": "landwalk",
}
"""German names, as printed, and the printed English ones. What follows a name (a number, a cost) follows here too."""
