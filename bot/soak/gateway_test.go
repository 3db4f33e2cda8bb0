package soak

import "testing"

func TestDropsLoseAndDoubleNoInteraction(t *testing.T) { holds(t, "gateway") }

func TestGatewayNoticesLostAndDoubledInteractions(t *testing.T) {
	notices(t, "gateway", 6, faultOverhears)
}

func TestGatewayNoticesIdentifiesThatDoNotWait(t *testing.T) {
	notices(t, "gateway", 11, faultHurries)
}
