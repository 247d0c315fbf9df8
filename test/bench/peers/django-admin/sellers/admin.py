from django.contrib import admin

from .models import Seller


@admin.action(description="Włącz konta")
def enable(_, __, sellers):
    sellers.update(account_enabled=True)


@admin.action(description="Wyłącz konta")
def disable(_, __, sellers):
    sellers.update(account_enabled=False)


@admin.register(Seller)
class SellerAdmin(admin.ModelAdmin):
    list_display = ["display_name", "email", "first_name", "surname", "account_enabled", "mpk"]
    search_fields = ["display_name", "email", "mpk"]
    list_filter = ["account_enabled"]
    list_per_page = 50
    ordering = ["display_name"]
    actions = [enable, disable]
