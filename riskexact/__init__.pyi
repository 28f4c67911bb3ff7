from riskexact import formulas as formulas
from riskexact import pictures as pictures
from riskexact.base.certain import Certain as Certain
from riskexact.base.errors import RiskError as RiskError
from riskexact.base.text import decimal_text as decimal_text
from riskexact.base.text import fraction_text as fraction_text
from riskexact.base.text import percent_text as percent_text
from riskexact.battle.battle import Battle as Battle
from riskexact.battle.battle import win_decimal as win_decimal
from riskexact.battle.battle import win_probability as win_probability
from riskexact.battle.campaign import Campaign as Campaign
from riskexact.battle.campaign.choices import best_order as best_order
from riskexact.battle.campaign.choices import (
    campaign_attackers_needed as campaign_attackers_needed,
)
from riskexact.battle.campaign.garrisons import best_garrisons as best_garrisons
from riskexact.battle.needed import attackers_needed as attackers_needed
from riskexact.battle.needed import defenders_takeable as defenders_takeable
from riskexact.battle.needed import garrison_needed as garrison_needed
from riskexact.battle.price import Price as Price
from riskexact.battle.tables import Table as Table
from riskexact.battle.tables import win_table as win_table
from riskexact.certificates.certificates import certificate as certificate
from riskexact.game.answers import Game as Game
from riskexact.game.duel import duel as duel
from riskexact.logs import dice_log as dice_log
from riskexact.logs.simulation import simulate as simulate
from riskexact.models import prism as prism
from riskexact.odds.price import dearest_unit as dearest_unit
from riskexact.publication import publish as publish
from riskexact.publication.tables_of_others import check_table as check_table
from riskexact.publication.verification import verify_publication as verify_publication
from riskexact.rules import SINGLE_LOSS as SINGLE_LOSS
from riskexact.rules import STANDARD as STANDARD
from riskexact.rules import Rules as Rules
from riskexact.rules.blitz import BLITZ_3_3 as BLITZ_3_3
from riskexact.rules.blitz import BlitzVersion as BlitzVersion
from riskexact.rules.catalogue import RULES as RULES
from riskexact.rules.dice import break_even_ratio as break_even_ratio
from riskexact.rules.dice import loss_counts as loss_counts
from riskexact.rules.dice import resolve as resolve
from riskexact.rules.dice import round_counts as round_counts
from riskexact.rules.dice import round_distribution as round_distribution
from riskexact.rules.distribution import Distribution as Distribution
from riskexact.rules.hand import Die as Die
from riskexact.rules.hand import Hand as Hand
from riskexact.strategy import Strategy as Strategy
from riskexact.turn.conquest import conquer as conquer
from riskexact.turn.geography import Map as Map
from riskexact.turn.placement import hold as hold
from riskexact.turn.placement import place as place
from riskexact.turn.placement import reinforce as reinforce
from riskexact.turn.position import Position as Position
from riskexact.turn.review import review as review
from riskexact.turn.turns import best_turn as best_turn

__version__: str
__all__: list[str]
